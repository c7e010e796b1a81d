"""What Wetten! says in a language as in English: the horses' names are the booklet's, the others its own words too."""

HORSES = {"Joker", "Lucky Slevin", "Queen", "Raider"}
AS_IN_ENGLISH = {
    "de": {*HORSES, "2 Start", "Bank", "Doping", "Doping: %(horse)s +2", "Start"},
    "fr": {*HORSES, "Accident", "Place %(place)s", *(f"phase {number}" for number in (4, 5))},
    "it": {*HORSES, "Doping", "Doping: %(horse)s +2"},
}

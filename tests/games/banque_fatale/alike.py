"""What Banque Fatale says in French as in English."""

AS_IN_ENGLISH = {"fr": {"orange", *(f"phase {number}" for number in (1, 2, 3))}}

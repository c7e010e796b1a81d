"""What evenings tell together: of people, of games, of a year. Pure: no Flask, no database, no words."""

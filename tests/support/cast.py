"""The same small cast in all tests, clockwise."""

CAST = ("Anna", "Ben", "Carla", "Dora", "Emil", "Fritz", "Gina", "Hugo", "Ida", "Jan")
ANNA, BEN, CARLA, DORA, EMIL, FRITZ = range(6)

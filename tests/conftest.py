"""What all tests share."""

from hypothesis import settings

settings.register_profile("quick", max_examples=8, deadline=None)
settings.register_profile("prove", max_examples=1_000, deadline=None)
settings.load_profile("quick")

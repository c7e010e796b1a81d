"""A plugin for pytest: the laws with the same examples each time, and no search for the smallest that fails."""

from hypothesis import Phase, settings

settings.register_profile(
    "mutants", max_examples=8, deadline=None, derandomize=True, database=None, phases=[Phase.explicit, Phase.generate]
)

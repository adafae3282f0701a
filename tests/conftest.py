"""Property tests draw the same examples in every run, and never fail for being slow on a busy machine."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "minemind", derandomize=True, deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("minemind")

"""Settings for all tests.

Property tests draw the same examples in every run, and never fail for being slow on a busy machine. A shell makes its
background jobs ignore Ctrl-C; tests there must not, nor the processes that they start and interrupt.
"""

import signal

from hypothesis import HealthCheck, settings

signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile(
    "minemind", derandomize=True, deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("minemind")

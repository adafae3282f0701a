"""What all tests rely on.

Property tests draw the same examples in every run, and never fail for being slow on a busy machine. Whoever runs tests
in the background of a shell has Ctrl-C ignored, and so would every process that a test starts and interrupts.
"""

import signal

from hypothesis import HealthCheck, settings

signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile(
    "minemind", derandomize=True, deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("minemind")

"""Second opinions. Nothing in this folder imports minemind or shares a line with it."""

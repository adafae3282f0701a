"""What MineMind does where nothing of POSIX is: tests run again in processes in which its modules see Windows."""

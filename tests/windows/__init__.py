"""MineMind without POSIX: tests run again in processes where its modules see Windows."""

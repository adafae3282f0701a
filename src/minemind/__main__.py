"""`python -m minemind` is the command `minemind`."""

from minemind.cli.entry import main

if __name__ == "__main__":
    main()

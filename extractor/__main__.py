"""`python -m extractor`: the same as the `extractor` command."""

from extractor.cli import main

if __name__ == "__main__":
    main()

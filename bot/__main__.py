"""``python -m bot``: the same as the ``chouette`` command. It only hands over to :mod:`bot.cli`."""

from bot.cli import main

if __name__ == "__main__":
    main()

"""Chouette: a backgammon table for chats, two players or a whole room against one board.

This package only carries the version. The parts and who may import whom are in ``docs/architecture.md``.
"""

__version__ = "0.1.0"

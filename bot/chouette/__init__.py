"""The chouette as pure functions over frozen values: one box against a team, a cube for each member.

Composes the board and the cube of ``bot.game``. Knows no clock, no randomness, no storage, no chat and no
language. Sources: the German seed (cited as Ch. n) and, where it is silent, the rulings of docs/chouette.md.
"""

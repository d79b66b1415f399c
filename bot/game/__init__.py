"""The rules of backgammon as pure functions over frozen values.

Knows no clock, no randomness, no storage, no chat and no language: dice come in through a port,
refusals are codes with facts, and every change of a game is an event that can be replayed.
"""

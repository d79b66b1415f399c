"""The computer as a player: levels → decisions, from what any player at the board can see.

Pure functions of the state, run in worker processes; no dice to come. Legal plays are the game's own.
"""

"""Positions and matches in the formats of other programs: XGID, GNU Backgammon's ids, Jellyfish .mat."""

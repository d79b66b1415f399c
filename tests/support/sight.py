"""Contrast as WCAG defines it, and colours as colour-blind eyes see them (Machado et al. 2009)."""

from __future__ import annotations

Colour = tuple[int, int, int]
Matrix = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]

NORMAL: Matrix = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
PROTAN: Matrix = (
    (0.152286, 1.052583, -0.204868),
    (0.114503, 0.786281, 0.099216),
    (-0.003882, -0.048116, 1.051998),
)
DEUTAN: Matrix = (
    (0.367322, 0.860646, -0.227968),
    (0.280085, 0.672501, 0.047413),
    (-0.011820, 0.042940, 0.968881),
)
TRITAN: Matrix = (
    (1.255528, -0.076749, -0.178779),
    (-0.078411, 0.930809, 0.147602),
    (0.004733, 0.691367, 0.303900),
)
SIGHTS: dict[str, Matrix] = {"normal": NORMAL, "protan": PROTAN, "deutan": DEUTAN, "tritan": TRITAN}


def luminance(colour: Colour, sight: Matrix = NORMAL) -> float:
    """Relative luminance of a colour as seen with `sight`; the matrices act on linear light."""
    linear = [_linear(channel / 255) for channel in colour]
    seen = [sum(weight * value for weight, value in zip(row, linear, strict=True)) for row in sight]
    red, green, blue = (min(1.0, max(0.0, value)) for value in seen)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: Colour, second: Colour, sight: Matrix = NORMAL) -> float:
    """From 1 (equal luminance) to 21 (black on white)."""
    dark, light = sorted((luminance(first, sight), luminance(second, sight)))
    return (light + 0.05) / (dark + 0.05)


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)

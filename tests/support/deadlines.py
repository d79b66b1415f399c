"""What is left of a deadline, for tests: the service itself only asks whether it has come."""

from bot.app.timekeeping import Timekeeping


def left_ms(time: Timekeeping, now: int) -> int | None:
    """What is left of the running deadline; None where none runs."""
    return None if time.due_at is None or time.paused_at is not None else max(0, time.due_at - now)

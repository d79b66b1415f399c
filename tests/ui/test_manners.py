"""Who asks too much is warned once and then not heard until it is quieter."""

from __future__ import annotations

from bot.ui.manners import DOUBLE_PRESS_S, Manners, Patience, Twice


class Hand:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_quick_player_is_always_heard() -> None:
    clock = Hand()
    manners = Manners(clock)
    for _ in range(400):
        clock.now += 0.3
        assert manners.ask("anna", press=True) is Patience.HEARD


def test_a_flood_of_commands_is_warned_once_and_then_ignored() -> None:
    manners = Manners(Hand())
    answers = [manners.ask("spam", press=False) for _ in range(50)]
    assert answers[:8] == [Patience.HEARD] * 8
    assert answers[8] is Patience.WARNED
    assert set(answers[9:]) == {Patience.IGNORED}


def test_one_persons_flood_is_not_anothers() -> None:
    manners = Manners(Hand())
    for _ in range(50):
        manners.ask("spam", press=False)
    assert manners.ask("anna", press=False) is Patience.HEARD
    assert manners.ask("spam", press=True) is Patience.HEARD


def test_after_a_while_the_person_is_heard_again() -> None:
    clock = Hand()
    manners = Manners(clock)
    for _ in range(20):
        manners.ask("spam", press=False)
    clock.now = 6
    assert manners.ask("spam", press=False) is Patience.HEARD


def test_a_second_press_at_once_is_the_same_press_and_a_later_one_is_new() -> None:
    clock = Hand()
    twice = Twice(clock)
    assert not twice.again("anna", "c:play:")
    assert twice.again("anna", "c:play:")
    assert not twice.again("bea", "c:play:")
    assert not twice.again("anna", "c:chouette:")
    clock.now = DOUBLE_PRESS_S + 1
    assert not twice.again("anna", "c:play:")

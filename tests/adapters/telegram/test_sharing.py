import pytest

from bot.adapters.telegram.sharing import Sharing, position_of
from bot.app.ports import Visitor
from tests.support.telegram.limits import START
from tests.support.telegram_stage import words

ADA = Visitor("telegram", "7", "Ada <3", "en")
XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:7:10"


class Offers:
    def __init__(self, payload: str = "c_AbC-9") -> None:
        self.asked: list[str] = []
        self.payload = payload

    async def __call__(self, visitor: Visitor, said: str) -> tuple[str, str] | None:
        self.asked.append(said)
        return None if said == "nonsense" else (self.payload, f"{said or '7'} points")


def sharing(offers: Offers) -> Sharing:
    return Sharing(lambda: "chouette_test_bot", words, offers)


@pytest.mark.parametrize(
    "query, rules",
    [("", ""), ("challenge 3", "3"), ("Herausforderung  5", "5"), (" 3 ", "3"), ("challenges", "challenges")],
)
async def test_what_is_no_position_is_a_challenge_with_these_rules(query: str, rules: str) -> None:
    offers = Offers()
    (card,) = await sharing(offers)(ADA, query)
    assert offers.asked == [rules]
    assert "Ada <3" in card.headline
    assert card.rows[0][0].link == "https://t.me/chouette_test_bot?start=c_AbC-9"


async def test_rules_that_are_none_give_nothing() -> None:
    assert await sharing(Offers())(ADA, "challenge nonsense") == ()


async def test_a_payload_that_no_link_can_carry_gives_nothing() -> None:
    assert await sharing(Offers("c:1"))(ADA, "challenge 3") == ()


@pytest.mark.parametrize("query", [XGID, XGID.removeprefix("XGID="), f"  {XGID} "])
async def test_a_position_leads_back_to_itself(query: str) -> None:
    (card,) = await sharing(Offers())(ADA, query)
    link = card.rows[0][0].link
    assert link is not None
    payload = link.partition("?start=")[2]
    assert START.fullmatch(payload)
    assert position_of(payload) == XGID
    assert card.lines == (XGID,)


@pytest.mark.parametrize("payload", ["", "c_AbC", "x_", "x_abc", "x_" + "-" * 26 + "_0"])
def test_other_payloads_are_no_positions(payload: str) -> None:
    assert position_of(payload) is None

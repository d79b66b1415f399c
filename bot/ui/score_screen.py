"""The scorekeeper's paper in a chat: who is in the box, the cubes, what to write down next, the sheet.

Must not know platforms or storage.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from bot.app.score_kind import Paper, Written, paper_of
from bot.app.screen import Button, Screen, Tone
from bot.app.table import Table
from bot.chouette.rules import Extras
from bot.chouette.scorekeeper import Scorekeeper
from bot.chouette.seats import PARTNER_FROM, Seat
from bot.chouette.stakes import BOX, TEAM, Exit, Member
from bot.game.result import Kind
from bot.game.violations import BadInput
from bot.ui.captions import fitting
from bot.ui.chouette_payments import final_account, settled_lines
from bot.ui.chouette_sheet import Shown as SheetShown
from bot.ui.chouette_sheet import sheet_screen, sheet_view
from bot.ui.kinds import Look, Viewer
from bot.ui.match_buttons import in_rows
from bot.ui.press import MenuPress, TablePress
from bot.ui.score_press import LETTERS, REPLIES, Op, Page, Shown, press, read_look
from bot.ui.texts import Texts, isolated

Row = tuple[Button, ...]


class ScoreUi:
    """The ``TableUi`` of kind "score"."""

    def stamp(self, table: Table) -> int:
        """Every entry makes older buttons void."""
        return table.revision

    def screen(self, table: Table, viewer: Viewer, look: Look) -> Screen:
        """The paper with the buttons for the next entry."""
        desk = _Desk(table, viewer, read_look(look.arg))
        has_sheet = bool(desk.score.sheet.rows)
        return Screen(
            desk.headline(),
            fitting(desk.headline(), desk.lines()),
            picture=sheet_view(desk.sheet) if has_sheet else None,
            alt=desk.headline() if has_sheet else "",
            rows=tuple(row for row in desk.rows() if row),
            quiet=True,
        )

    def text_board(self, table: Table, viewer: Viewer) -> Screen:
        """The paper in words."""
        desk = _Desk(table, viewer, Shown())
        return Screen(desk.headline(), tuple(desk.lines()), quiet=True)

    def sheet(self, table: Table, viewer: Viewer) -> Screen:
        """The sheet: picture, text and file."""
        desk = _Desk(table, viewer, Shown())
        return sheet_screen(desk.sheet, viewer.texts.n("sheet.headline", len(desk.score.sheet.games)))

    def press(self, table: Table, seat: str, op: str, arg: str) -> Written | Look:
        """See ``TableUi``."""
        return press(table, op, arg)

    def typed(self, table: Table, seat: str, text: str) -> object:
        """Nothing is typed at a paper. Raises ``BadInput``."""
        raise BadInput("typed.unknown", {"input": text[:40], "now": ""})

    def completions(self, table: Table, seat: str, prefix: str) -> list[str]:
        """None."""
        return []


@dataclass(frozen=True)
class _Desk:
    """The paper, its reader, and the open page."""

    table: Table
    viewer: Viewer
    shown: Shown

    @property
    def texts(self) -> Texts:
        return self.viewer.texts

    @cached_property
    def paper(self) -> Paper:
        return paper_of(self.table)

    @property
    def score(self) -> Scorekeeper:
        return self.paper.score

    @property
    def sheet(self) -> SheetShown:
        score = self.score
        present = (*score.line, *score.newcomers)
        return SheetShown(score.sheet, str, present, self.texts, self.viewer.theme)

    def headline(self) -> str:
        """What is to be written down now."""
        score, texts = self.score, self.texts
        if self.paper.closed:
            return texts.n("score.headline.closed", len(score.sheet.games))
        if score.offered:
            key = "score.headline.box_doubled" if score.offered.by is BOX else "score.headline.doubled"
            return texts(key, who=score.box)
        if self.shown.page is Page.DOUBLE:
            return texts("score.headline.who_doubles")
        if self.shown.page is Page.WIN:
            return texts("score.headline.who_wins")
        if self.shown.page is Page.CLOSE:
            return texts("score.headline.close")
        return texts("score.headline.game", game=score.number, who=score.box)

    def lines(self) -> Iterator[str]:
        """Last result, cubes, line; at the end totals and payments."""
        score, texts = self.score, self.texts
        yield from self._last_game()
        if self.paper.closed:
            yield from final_account(self.sheet, score.payments)
            return
        yield from settled_lines(self.sheet)
        if score.partner:
            yield texts("chouette.partner", who=score.box, other=score.partner)
        for member in score.stakes.members:
            yield self._cube(member)
        for extra in score.stakes.extras:
            yield texts("chouette.extra", name=extra.giver, other=extra.taker, value=extra.cube.value)
        names = ", ".join(isolated(seat) for seat in score.line[1:])
        yield texts("chouette.line", who=score.box, names=names)
        if score.leaving:
            leaving = texts.list([isolated(seat) for seat in score.leaving])
            yield texts.n("chouette.leaving", len(score.leaving), names=leaving)

    def _last_game(self) -> Iterator[str]:
        texts = self.texts
        for row in self.score.sheet.games[-1:]:
            points = (
                texts("total", name=share.seat, points=texts.signed(share.points)) for share in row.shares
            )
            yield texts("score.last", game=row.number, points=", ".join(points))

    def _cube(self, member: Member) -> str:
        keys = {None: "chouette.cube.centre", BOX: "chouette.cube.box", TEAM: "chouette.cube.own"}
        key = keys[member.cube.owner]
        if member.exit is not None:
            key = "chouette.cube.dropped" if member.exit is Exit.DROPPED else "chouette.cube.won"
        value, offered = member.cube.value, self.score.offered
        if offered and member.seat in offered.open:
            key, value = "chouette.cube.take", value * 2
        return "· " + self.texts(key, name=member.seat, value=value)

    def button(self, op: Op, label: str, arg: str = "", tone: Tone = Tone.PLAIN) -> Button:
        """A button of this paper."""
        return Button(label, str(TablePress(self.table.id, self.table.revision, op, arg)), tone)

    def rows(self) -> Iterator[Row]:
        """What can be written down now."""
        texts = self.texts
        sheet = Button(texts("chouette.button.sheet"), str(MenuPress("sheet", self.table.id)))
        if self.paper.closed:
            again = Button(texts("score.button.again"), str(MenuPress("score_again", self.table.id)))
            yield (again, sheet)
            return
        undo = self.button(Op.UNDO, texts("score.button.undo"))
        can_undo = (undo,) if self.score.before else ()
        if self.score.offered:
            yield from self._answering()
            yield (*can_undo, sheet)
        elif self.shown.page:
            yield from self._page(self.shown.page)
            yield (self.button(Op.BACK, texts("button.back")),)
        else:
            yield tuple(self._doubles())
            yield (
                self.button(Op.LOOK, texts("score.button.won"), Page.WIN, Tone.PRIMARY),
                *can_undo,
                self.button(Op.LOOK, texts("score.button.more"), Page.MORE),
                sheet,
            )

    def _doubles(self) -> Iterator[Button]:
        score, texts = self.score, self.texts
        turned = score.stakes.open_to_box(score.rules)
        initial = score.stakes.open_to_box(score.rules, initial=True)
        if turned:
            yield self.button(Op.BOX, texts.n("score.button.box", len(turned)))
        if initial and initial != turned:
            yield self.button(Op.INITIAL, texts.n("chouette.button.initial", len(initial)))
        if score.stakes.open_to_team(score.rules):
            yield self.button(Op.LOOK, texts("score.button.members"), Page.DOUBLE)

    def _answering(self) -> Iterator[Row]:
        """Each open cube with its reply, which a press changes; then the entry."""
        offered, texts = self.score.offered, self.texts
        assert offered is not None
        fits = self.shown.page is Page.ANSWER and len(self.shown.chosen) == len(offered.open)
        chosen = (
            self.shown.chosen if fits and set(self.shown.chosen) <= set(REPLIES) else "t" * len(offered.open)
        )
        cycle = "tdb" if self.score.rules.beavers or self.score.rules.lone_taker_must_beaver else "td"
        cubes = []
        for place, seat in enumerate(offered.open):
            after = cycle[(cycle.find(chosen[place]) + 1) % len(cycle)]
            arg = Page.ANSWER + chosen[:place] + after + chosen[place + 1 :]
            label = texts(_ANSWERS[chosen[place]], name=seat)
            cubes.append((self.button(Op.LOOK, label, arg),))
        yield from in_rows(cubes)
        drop = self.button(
            Op.ANSWERED, texts("chouette.button.drop_all"), "d" * len(offered.open), Tone.DANGER
        )
        enter = self.button(Op.ANSWERED, texts("score.button.enter"), chosen, Tone.PRIMARY)
        yield (enter, drop) if len(offered.open) > 1 else (enter,)

    def _page(self, page: Page) -> Iterator[Row]:
        match page:
            case Page.DOUBLE:
                yield from self._who_doubles()
            case Page.WIN:
                yield from (self._wins(side) for side in "bt")
            case Page.LEAVE:
                yield from self._of_everyone(Op.LEFT, self.score.leaving)
            case Page.PARTNER:
                yield from self._of_everyone(Op.PARTNER, (self.score.box,))
            case Page.CLOSE:
                yield (self.button(Op.CLOSE, self.texts("score.button.close"), tone=Tone.DANGER),)
            case _:
                yield from in_rows([(button,) for button in self._more()])

    def _who_doubles(self) -> Iterator[Row]:
        """Members to be chosen; the chosen ones are marked."""
        texts, stakes = self.texts, self.score.stakes
        may = stakes.open_to_team(self.score.rules)
        chosen = "".join(c for c in self.shown.chosen if LETTERS.find(c) in range(len(stakes.seats)))
        buttons: list[Row] = []
        for place, seat in enumerate(stakes.seats):
            letter = LETTERS[place]
            if seat not in may:
                continue
            is_chosen = letter in chosen
            arg = Page.DOUBLE + (chosen.replace(letter, "") if is_chosen else chosen + letter)
            label = texts("score.chosen" if is_chosen else "score.not_chosen", name=seat)
            buttons.append((self.button(Op.LOOK, label, arg, Tone.GOOD if is_chosen else Tone.PLAIN),))
        yield from in_rows(buttons)
        if chosen:
            yield (self.button(Op.DOUBLED, texts("score.button.they_double"), chosen, Tone.PRIMARY),)

    def _wins(self, side: str) -> Row:
        return tuple(
            self.button(Op.WON, self.texts(_WINS[side, kind]), f"{side}{int(kind)}") for kind in Kind
        )

    def _of_everyone(self, op: Op, without: tuple[Seat, ...]) -> Iterator[Row]:
        everyone = (*self.score.line, *self.score.newcomers)
        yield from in_rows(
            [
                (self.button(op, isolated(seat), LETTERS[place]),)
                for place, seat in enumerate(everyone)
                if seat not in without
            ]
        )

    def _more(self) -> Iterator[Button]:
        score, texts = self.score, self.texts
        places = {seat: LETTERS[place] for place, seat in enumerate(score.line)}
        if len(score.line) >= PARTNER_FROM and not score.touched:
            yield self.button(Op.LOOK, texts("chouette.button.partner"), Page.PARTNER)
        if score.partner and not score.touched:
            yield self.button(Op.PARTNER, texts("chouette.button.alone"))
        if score.automatic_doubles < score.rules.automatic_doubles and not score.touched:
            yield self.button(Op.AUTOMATIC, texts("score.button.automatic"))
        for seat in score.beavered if score.rules.beavers == 2 else ():
            yield self.button(Op.RACCOON, texts("score.button.raccoon", name=seat), places[seat])
        given = {extra.giver for extra in score.stakes.extras}
        if score.lone and score.rules.extras is not Extras.OFF:
            for seat in score.dropped:
                if seat not in given:
                    yield self.button(Op.EXTRA, texts("score.button.extra", name=seat), places[seat])
        yield self.button(Op.LOOK, texts("score.button.leaves"), Page.LEAVE)
        yield self.button(Op.LOOK, texts("score.button.close"), Page.CLOSE)


_ANSWERS = {"t": "score.takes", "d": "score.drops", "b": "score.beavers"}
_WINS = {
    ("b", Kind.SINGLE): "score.box.single",
    ("b", Kind.GAMMON): "score.box.gammon",
    ("b", Kind.BACKGAMMON): "score.box.backgammon",
    ("t", Kind.SINGLE): "score.team.single",
    ("t", Kind.GAMMON): "score.team.gammon",
    ("t", Kind.BACKGAMMON): "score.team.backgammon",
}

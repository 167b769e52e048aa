"""The board in a real browser: clicks, typing, keys, errors in words, phones, Chinese, the dark."""

import json
import queue
import shutil
import threading
from collections.abc import Iterator
from typing import Any

import pytest

import doudizhu_fast as ddz

sync_api = pytest.importorskip("playwright.sync_api")
pytest.importorskip("uvicorn")
if shutil.which("chromium") is None:
    pytest.skip("needs the browser chromium", allow_module_level=True)
if ddz.backend() != "native":
    pytest.skip("the board needs the compiled engine", allow_module_level=True)

pytestmark = pytest.mark.slow
sync_api.expect.set_options(timeout=15_000)

CHROMIUM = shutil.which("chromium")
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
HAND = "344567899TJQKKA2B"


@pytest.fixture(scope="module")
def address() -> str:
    told: queue.Queue[str] = queue.Queue()
    # A daemon: it ends with the tests.
    board = threading.Thread(
        target=ddz.serve.run,
        args=(0, False, told.put, ddz.serve.Limits(burst=10_000)),
        daemon=True,
    )
    board.start()
    return told.get(timeout=20)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


class Board:
    """A page with the board, which notes what goes wrong behind the scenes."""

    def __init__(self, browser: Any, address: str, size: dict[str, int], **how: Any) -> None:
        self.context = browser.new_context(viewport=size, **{"locale": "en-US"} | how)
        self.page = self.context.new_page()
        self.page.set_default_timeout(15_000)
        self.problems: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self.problems.append(message.text))
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.goto(address)
        self.page.wait_for_selector("body[data-ready]")

    def begin(self, seed: int, rules: str = "rlcard") -> None:
        self.page.select_option("#play-rules", rules)
        self.page.select_option("#play-pace", "60")
        self.page.fill("#play-seed", str(seed))
        self.page.click("#new-game .primary")
        self.page.wait_for_selector("#hand .card")

    def wait_for_turn(self) -> None:
        self.page.wait_for_selector("#own.turn, #says.verdict")

    def cards(self) -> str:
        return "".join(
            card.get_attribute("data-rank") for card in self.page.locator("#hand .card").all()
        )

    def says(self, text: str) -> None:
        sync_api.expect(self.page.locator("#says")).to_contain_text(text)

    def ask(self, place: str, kind: str) -> Any:
        self.page.click(f"#{place}-ask [data-kind={kind}]")
        self.page.click(f"#{place}-ask [data-ask={kind}]")
        return self.page.locator(f"#{place}-ask .answer")

    def fits(self) -> bool:
        return bool(self.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))

    def close(self) -> None:
        self.context.close()
        # The browser itself notes every answer that is an error.
        noted = [text for text in self.problems if "the server responded with a status" not in text]
        assert noted == []


@pytest.fixture
def desk(browser: Any, address: str) -> Iterator[Board]:
    board = Board(browser, address, DESK)
    yield board
    board.close()


def test_a_game_by_mouse(desk: Board, address: str) -> None:
    page = desk.page
    desk.begin(11, "three_player")
    page.wait_for_selector("#actions button:has-text('Bid 3')")
    page.click("#actions button:has-text('Bid 3')")
    desk.wait_for_turn()
    assert page.inner_text("#own-seat .role") == "landlord"
    assert len(desk.cards()) == 20
    desk.says("You lead")
    page.locator("#play-ask .answer .chip").first.click()
    assert page.locator("#hand .card[aria-pressed=true]").count() == 1
    desk.says("3: solo")
    page.click("#actions .primary")
    desk.wait_for_turn()
    assert len(desk.cards()) == 19
    page.click("#actions button:has-text('Undo')")
    sync_api.expect(page.locator("#hand .card")).to_have_count(20)
    page.click("#actions button:has-text('Hint')")
    page.wait_for_selector("#hand .card[aria-pressed=true]")
    assert all(url.startswith(address) for url in desk.asked)
    assert len(desk.asked) >= 10


def test_a_game_by_keyboard_and_its_record(desk: Board) -> None:
    page = desk.page
    desk.begin(3)
    for _ in range(60):
        desk.wait_for_turn()
        if page.locator("#says.verdict").count():
            break
        before = page.locator("#play-history li").count()
        page.keyboard.press("h")
        page.wait_for_selector("#hand .card[aria-pressed=true], #says:has-text('Hint')")
        page.keyboard.press("Enter" if page.locator("[aria-pressed=true].card").count() else "p")
        sync_api.expect(page.locator("#play-history li")).not_to_have_count(before)
    assert "win" in page.inner_text("#says") or "lose" in page.inner_text("#says")
    amounts = [
        int(text.replace("\u2212", "-")) for text in page.locator(".amount").all_inner_texts()
    ]
    assert len(amounts) == 3
    assert sum(amounts) == 0
    with page.expect_download() as saved:
        page.click("#actions button:has-text('Save record')")
    record = ddz.GameRecord.from_json(saved.value.path().read_text())
    assert sorted(ddz.Game.replay(record).payoffs or ()) == sorted(amounts)
    page.click("#actions button:has-text('Step through it')")
    page.wait_for_selector("#record-seats .seat")
    assert json.loads(page.input_value("#record-text")) == record.to_dict()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert f"Step 2 of {len(record.plays)}" in page.inner_text("#step-says")
    page.keyboard.press("End")
    assert "win" in page.inner_text("#step-says")
    assert page.locator("#step-on").is_disabled()
    page.keyboard.press("Home")
    assert "Step 0" in page.inner_text("#step-says")


def test_cards_are_chosen_by_their_ranks_and_refused_in_words(desk: Board) -> None:
    page = desk.page
    desk.begin(3)
    held = desk.cards()
    first, second = held[0], next(rank for rank in held if rank != held[0])
    page.keyboard.press(first)
    desk.says(f"{first}: solo")
    page.keyboard.press(second)
    desk.says("is not a play")
    # The game outlives a page that is loaded again.
    page.reload()
    page.wait_for_selector("#own.turn")
    assert desk.cards() == held
    page.keyboard.press(first)
    page.keyboard.press(second)
    desk.says("is not a play")
    page.keyboard.press("Enter")
    sync_api.expect(page.locator("#play-error")).to_contain_text("is not a play")
    page.keyboard.press("Backspace")
    desk.says(f"{first}: solo")
    assert page.locator("#play-error").is_hidden()
    page.keyboard.press("Escape")
    assert page.locator("#hand .card[aria-pressed=true]").count() == 0
    # Arrows walk through the hand, which is one stop of the Tab key.
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    assert page.locator("#hand .card").nth(1).get_attribute("aria-pressed") == "true"
    assert page.locator("#hand .card[tabindex='0']").count() == 1


def test_the_move_table_of_a_game_shows_its_progress_and_picks_moves(desk: Board) -> None:
    page = desk.page
    desk.begin(5)
    page.click("#play-ask [data-kind=moves]")
    page.select_option("#play-ask [name=n]", "100000")
    page.click("#play-ask [data-ask=moves]")
    page.wait_for_selector("#play-ask progress")
    sync_api.expect(page.locator("#play-ask .figures")).to_contain_text("/ ")
    page.click("#play-ask .status button")
    sync_api.expect(page.locator("#play-ask .status")).to_have_text("Cancelled.")
    page.select_option("#play-ask [name=n]", "500")
    answer = desk.ask("play", "moves")
    answer.locator("tr.best").wait_for()
    best = answer.locator("tr.best .chip").inner_text()
    answer.locator("tr.best .chip").click()
    sync_api.expect(page.locator("#actions .primary")).to_have_text(f"Play {best}")
    desk.ask("play", "odds").locator("tbody tr").first.wait_for()


def test_a_hand_that_is_typed(desk: Board) -> None:
    page = desk.page
    page.click("#tab-study")
    page.fill("#study-hand-0", "3345Z")
    error = page.locator("#study-hand-0-error")
    sync_api.expect(error).to_contain_text("'Z'")
    assert page.get_attribute("#study-hand-0", "aria-invalid") == "true"
    page.fill("#study-hand-0", HAND.replace("T", "10").lower())
    sync_api.expect(error).to_be_hidden()
    sync_api.expect(page.locator("#study-hands .drawn .card")).to_have_count(17)
    answer = desk.ask("study", "bids")
    answer.locator("tr.best").wait_for()
    assert answer.locator("tbody tr").count() == 4
    assert "As landlord" in answer.inner_text()
    page.fill("#study-standing", "QQ")
    answer = desk.ask("study", "legal")
    sync_api.expect(answer).to_contain_text("KK")
    desk.ask("study", "solve")
    sync_api.expect(page.locator("#study-ask .status .error")).to_contain_text(
        "begins with a landlord"
    )
    page.click("#study-ask [data-kind=odds]")
    page.fill("#study-ask [name=beats]", "QQ")
    answer = desk.ask("study", "odds")
    sync_api.expect(answer).to_contain_text("beats QQ")


def test_open_hands_are_solved(desk: Board) -> None:
    page = desk.page
    page.click("#tab-study")
    for seat, cards in enumerate(("3344", "56", "78")):
        page.fill(f"#study-hand-{seat}", cards)
    page.locator("#study-hands .study-row").first.get_by_text("landlord").click()
    answer = desk.ask("study", "solve")
    sync_api.expect(answer).to_contain_text("The landlord wins by force.")
    assert answer.locator("dd").first.locator(".chip").all_inner_texts() == ["33", "44"]


def test_a_deal_is_dealt_and_played(desk: Board) -> None:
    page = desk.page
    page.click("#tab-study")
    page.select_option("#study-rules", "four_player")
    page.click("#play-deal")
    sync_api.expect(page.locator("#study-error")).to_contain_text("no deal")
    page.fill("#study-seed", "11")
    page.click("#deal")
    sync_api.expect(page.locator("#study-hand-3")).to_have_value(
        str(ddz.deal(11, "four_player").hands[3])
    )
    page.click("#play-deal")
    page.wait_for_selector("#others .seat >> nth=2")
    assert desk.cards() == str(ddz.deal(11, "four_player").hands[0])


def test_records_are_read_or_refused(desk: Board) -> None:
    page = desk.page
    page.click("#tab-record")
    page.fill("#record-text", "{damaged")
    page.click("#record-form .primary")
    sync_api.expect(page.locator("#record-error")).to_contain_text("no valid JSON")
    page.set_input_files(
        "#record-file",
        {
            "name": "game.jsonl",
            "mimeType": "application/json",
            "buffer": (ddz.simulate(1, "greedy", seed=5).game(0).to_json() + "\n").encode(),
        },
    )
    page.wait_for_selector("#record-seats .seat")
    assert page.locator("#record-error").is_hidden()
    page.locator("#record-history .step").nth(8).click()
    assert "Step 9 of" in page.inner_text("#step-says")
    desk.ask("record", "moves").locator("tr.best").wait_for()
    answer = desk.ask("record", "review")
    answer.locator("table, .verdict").first.wait_for()
    page.click("#sample")
    page.wait_for_selector("#step-says:has-text('Step 0')")


def test_chinese(browser: Any, address: str) -> None:
    board = Board(browser, address, DESK, locale="zh-CN")
    page = board.page
    assert page.get_attribute("html", "lang") == "zh-Hans"
    assert page.inner_text("#tab-play") == "对局"
    board.begin(3)
    board.wait_for_turn()
    page.keyboard.press("3")
    board.says("单张")
    page.keyboard.press("Escape")
    for rank in sorted(set(board.cards()))[:2]:
        page.keyboard.press(rank)
    board.says("不成牌型")
    page.click("#language")
    assert page.inner_text("#tab-play") == "Play"
    assert page.get_attribute("html", "lang") == "en"
    page.reload()
    page.wait_for_selector("body[data-ready]")
    assert page.inner_text("#tab-play") == "Play"
    board.close()


@pytest.mark.parametrize("rules", ["three_player", "four_player"])
def test_everything_fits_a_phone(rules: str, browser: Any, address: str) -> None:
    board = Board(browser, address, PHONE, has_touch=True, color_scheme="dark")
    page = board.page
    dark = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert max(int(part) for part in dark[4:-1].split(",")) < 64
    assert board.fits()
    board.begin(11, rules)
    board.wait_for_turn()
    assert page.locator("#play-rules").is_hidden()
    page.tap("#settings")
    assert page.locator("#play-rules").is_visible()
    page.tap("#settings")
    page.locator("#actions .primary").last.tap()
    board.wait_for_turn()
    assert board.fits()
    if page.locator("#play-ask [data-kind=moves]").count():
        board.ask("play", "moves").locator("tr.best").wait_for()
        assert board.fits()
    page.tap("#tab-study")
    page.select_option("#study-rules", rules)
    page.tap("#deal")
    page.wait_for_selector("#study-hands .drawn .card")
    board.ask("study", "bids").locator("tr.best").wait_for()
    assert board.fits()
    page.tap("#tab-record")
    page.select_option("#sample-rules", rules)
    page.tap("#sample")
    page.wait_for_selector("#record-seats .seat")
    for _ in range(6):
        page.tap("#step-on")
    assert board.fits()
    board.close()


def test_the_keyboard_reaches_everything_and_everything_has_a_name(desk: Board) -> None:
    page = desk.page
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "tab-play"
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineWidth")
    assert outline == "3px"
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.id") == "tab-study"
    page.keyboard.press(".")
    assert page.locator("#panel-record").is_visible()
    page.keyboard.press(",")
    page.keyboard.press(",")
    assert page.locator("#panel-play").is_visible()
    page.keyboard.press("?")
    assert page.locator("#shortcuts dt").count() >= 10
    page.keyboard.press("Escape")
    assert page.locator("#shortcuts").is_hidden()
    desk.begin(3)
    named = page.evaluate(
        """() => {
            const kinds = "button, select, input, textarea, [role=group], [role=tablist]";
            const name = (node) => node.getAttribute("aria-label")
                || node.labels?.[0]?.textContent.trim() || node.textContent.trim();
            return [...document.querySelectorAll(kinds)].map(
                (node) => [node.outerHTML.slice(0, 80), Boolean(name(node))]);
        }"""
    )
    assert len(named) > 40
    assert [html for html, has_name in named if not has_name] == []


def test_a_seed_that_is_none(desk: Board) -> None:
    page = desk.page
    page.fill("#play-seed", "eleven")
    page.click("#new-game .primary")
    sync_api.expect(page.locator("#new-game-error")).to_contain_text("a whole number")
    desk.begin(11)
    assert page.locator("#new-game-error").is_hidden()


def test_a_lost_board_is_told(desk: Board) -> None:
    page = desk.page
    desk.begin(3)
    page.route("**/api/**", lambda route: route.abort())
    page.click("#actions button:has-text('Hint')")
    sync_api.expect(page.locator("#play-error")).to_contain_text("does not answer")
    desk.problems = [text for text in desk.problems if "net::ERR_FAILED" not in text]

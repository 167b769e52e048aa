"""Views in the middle of games, to ask bots about."""

import doudizhu_fast as ddz


def views(count: int, rules: str = "three_player") -> list[ddz.View]:
    """Views of the seat to move, each further on in a game of middling moves."""
    found = []
    for index in range(count):
        game = ddz.Game.of_run(6, index, ddz.Rules.parse(rules).replace(auction="none"))
        for _ in range(3 * index):
            if game.turn is not None:
                game.play_index(game.count_moves() // 2)
        if game.turn is not None:
            found.append(game.view(game.turn))
    return found

"""Each piece of a board as a block of a column. A piece looks the same in every game."""

from __future__ import annotations

from collections.abc import Sequence

from companion.faces.display.bank import stacks_block
from companion.faces.display.boards import grid_block, track_block
from companion.faces.display.heaps import line_block, main_block
from companion.faces.display.ranks import HIDDEN, NUMBERS
from companion.faces.display.stacking import Block
from companion.faces.display.style import Style
from companion.faces.display.tags import hidden_tag, number_tag, tags_block, token_block
from companion.faces.display.totals import total_block
from companion.rules.kernel.board import Grid, Heap, Number, Piece, Stacks, Token, Total, Track


def blocks_of(style: Style, pieces: Sequence[Piece], width: int) -> list[Block]:
    """Return the pieces of a panel as blocks; all numbers share a block, and all hidden heaps do."""
    numbers = [piece for piece in pieces if isinstance(piece, Number)]
    hidden = [piece for piece in pieces if is_hidden(piece)]
    blocks: list[Block] = []
    for piece in pieces:
        if isinstance(piece, Token):
            blocks.append(token_block(style, piece, width))
        elif isinstance(piece, Number):
            if piece is numbers[0]:
                blocks.append(tags_block(style, [number_tag(one) for one in numbers], width, NUMBERS))
        elif is_hidden(piece):
            if piece is hidden[0]:
                tags = [hidden_tag(one) for one in hidden if isinstance(one, Heap)]
                blocks.append(tags_block(style, tags, width, HIDDEN))
        elif isinstance(piece, Total):
            blocks.append(total_block(style, piece))
        elif isinstance(piece, Track):
            blocks.append(track_block(style, piece, width))
        elif isinstance(piece, Grid):
            blocks.append(grid_block(style, piece, width))
        elif isinstance(piece, Stacks):
            blocks.append(stacks_block(style, piece, width))
        else:
            blocks.append((main_block if piece.main else line_block)(style, piece, width))
    return blocks


def is_hidden(piece: Piece) -> bool:
    """Whether a piece is a heap of which people know only how many pieces it has."""
    return isinstance(piece, Heap) and not piece.chips and not piece.main

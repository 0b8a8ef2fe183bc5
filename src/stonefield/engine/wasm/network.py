"""The policy and value network in whole numbers, as its eight-bit graph is quantised, for WebAssembly.

A convolution multiplies pairs of 16-bit numbers and adds them up in 32 bits, four squares by eight outputs at
once; whole numbers make the same sums in any order. The layers around them are those of
``stonefield.selfplay.export``. Squares off the board stay zero.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, cast

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import cgutils, types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array
from numpy.typing import NDArray

from stonefield.engine.compiled import Real, Whole, compiled, inlined
from stonefield.engine.softmax import exponential

STEM, N, HEAD, BLOCKS = 32, 64, 32, 6
"""Inputs there is room for, channels of the tower and of the heads, blocks of two convolutions."""
GROUP = 8
"""Outputs of a convolution that are made together."""
_TILE = 9 * N * GROUP
_SQUARES = 4
"""Squares that are made together."""

Reals = NDArray[np.float32]
_intrinsic = cast("Callable[[Callable[..., Any]], Callable[..., Any]]", intrinsic)


class Weights(NamedTuple):
    """The network, in the order in which it is read."""

    tower: NDArray[np.int8]
    reals: Reals
    biases: NDArray[np.int32]
    steps: Reals
    """[layer] of the numbers between two layers: how wide a step is, the lowest and the highest number"""


class Maps(NamedTuple):
    """Working arrays. A map has a margin of one square, so that a convolution never leaves it."""

    whole: NDArray[np.int16]
    """[map, padded square, channel]"""
    sums: NDArray[np.int32]
    reals: Reals
    small: Reals
    where: NDArray[np.int64]
    """[square on the board] its place on a map"""
    squares: NDArray[np.int64]
    """[square on the board] its number"""
    sizes: NDArray[np.int64]
    """[0] how wide a map is, [1] planes, [2] placements per square, [3] answers, [4] the plane that marks the
    square of the megalith that waits for an answer, or -1"""


class Heads(NamedTuple):
    """What the network says of one position."""

    placement: Reals
    """[square on the board, placement] logits"""
    answer: Reals
    """[answer] logits"""
    outcome: NDArray[np.float64]
    """[0] the chance to win less that to lose"""
    scores: Reals
    """[2] mine and theirs at the end"""


def maps_for(squares: list[int], files: int, ranks: int, sizes: tuple[int, int, int, int]) -> Maps:
    """Working arrays for a board of those squares; ``sizes`` as in ``Maps`` from planes on."""
    padded = (ranks + 2) * (files + 2)
    where = [(square // files + 1) * (files + 2) + square % files + 1 for square in squares]
    return Maps(
        np.zeros((3, padded, N), np.int16),
        np.zeros((padded, N), np.int32),
        np.zeros((2, padded, N), np.float32),
        np.zeros(1024, np.float32),
        np.array(where, np.int64),
        np.array(squares, np.int64),
        np.array([files + 2, *sizes], np.int64),
    )


def heads_for(squares: int, placements: int, answers: int) -> Heads:
    """Room for what the network says."""
    return Heads(
        np.zeros((squares, placements), np.float32),
        np.zeros(answers, np.float32),
        np.zeros(1, np.float64),
        np.zeros(2, np.float32),
    )


@_intrinsic
def _tile(
    typing: Any, x: Any, wide: Any, a: Any, b: Any, c: Any, d: Any, w: Any, k: Any, out: Any, first: Any
) -> Any:
    """Eight outputs from ``first`` on for the squares a, b, c, d of the map ``x``, into ``out``."""
    i8, i16, i32, i64 = (ir.IntType(bits) for bits in (8, 16, 32, 64))
    pairs, quads, small = ir.VectorType(i16, 8), ir.VectorType(i32, 4), ir.VectorType(i8, 8)

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        _, wide, *squares, _, k, _, first = arguments
        numbers, weights, sums = (
            _array(signature.args[nth])(context, builder, arguments[nth]).data for nth in (0, 6, 8)
        )
        # LLVM's name for i32x4.dot_i16x8_s; from plain products it does not make one.
        kind = ir.FunctionType(quads, [pairs, pairs])
        dot = _declared(builder.module, kind, "llvm.wasm.dot")
        none = ir.Constant(quads, [0] * 4)
        totals = [[_variable(builder, none) for _ in range(2)] for _ in squares]
        at = _variable(builder, k)
        for tap in range(9):
            shift = builder.add(builder.mul(wide, i64(tap // 3 - 1)), i64(tap % 3 - 1))
            rows = []
            for square in squares:
                start = builder.mul(builder.add(square, shift), i64(N))
                rows.append(builder.bitcast(builder.gep(numbers, [start]), i32.as_pointer()))
            with _for_range(builder, i64(N // 2)) as loop:
                place = builder.load(at)
                builder.store(builder.add(place, i64(2 * GROUP)), at)
                columns = []
                for half in range(2):
                    source = builder.gep(weights, [builder.add(place, i64(8 * half))])
                    loaded = builder.load(builder.bitcast(source, small.as_pointer()))
                    loaded.align = 1
                    columns.append(builder.sext(loaded, pairs))
                for nth, row in enumerate(rows):
                    pair = builder.load(builder.gep(row, [loop.index]))
                    pair.align = 2
                    one = builder.insert_element(ir.Constant(quads, ir.Undefined), pair, i32(0))
                    same = builder.shuffle_vector(one, ir.Constant(quads, ir.Undefined), none)
                    same = builder.bitcast(same, pairs)
                    for half in range(2):
                        more = builder.call(dot, [same, columns[half]])
                        total = totals[nth][half]
                        builder.store(builder.add(builder.load(total), more), total)
        for square, halves in zip(squares, totals, strict=True):
            for half, total in enumerate(halves):
                start = builder.add(builder.mul(square, i64(N)), builder.add(first, i64(4 * half)))
                target = builder.bitcast(builder.gep(sums, [start]), quads.as_pointer())
                builder.store(builder.load(total), target).align = 4
        return context.get_dummy_value()

    whole = types.int64
    return types.void(x, whole, whole, whole, whole, whole, w, whole, out, whole), build


_array: Any = make_array
_declared: Any = cgutils.get_or_insert_function
_variable: Any = cgutils.alloca_once_value
_for_range: Any = cgutils.for_range


@compiled
def _convolve(
    x: NDArray[np.int16], weights: NDArray[np.int8], first: Whole, maps: Maps, out: NDArray[np.int32]
) -> None:
    where, wide = maps.where, maps.sizes[0]
    last = where.size - 1
    for group in range(N // GROUP):
        for nth in range(0, where.size, _SQUARES):
            _tile(
                x, wide, where[nth], where[min(nth + 1, last)], where[min(nth + 2, last)],
                where[min(nth + 3, last)], weights, first + group * _TILE, out, group * GROUP,
            )  # fmt: skip


@inlined
def _rounded(value: Real, step: Reals) -> Real:
    return min(max(np.rint(value), step[1]), step[2])


@compiled
def _requantise(
    sums: NDArray[np.int32], bias: NDArray[np.int32], scale: Reals, step: Reals, maps: Maps, out: Any
) -> None:
    for nth in range(maps.where.size):
        at = maps.where[nth]
        for c in range(N):
            out[at, c] = np.int16(_rounded(np.float32(sums[at, c] + bias[c]) * scale[c], step))


@compiled
def _dense(
    x: Reals, weights: Reals, first: Whole, inputs: Whole, outputs: Whole, out: Reals, relu: bool
) -> Whole:
    """A plain layer; where the weights of the next one begin."""
    for c in range(outputs):
        out[c] = weights[first + inputs * outputs + c]
    for i in range(inputs):
        value = x[i]
        row = first + i * outputs
        for c in range(outputs):
            out[c] += value * weights[row + c]
    if relu:
        for c in range(outputs):
            out[c] = max(out[c], np.float32(0))
    return first + (inputs + 1) * outputs


@compiled
def _pool(x: Any, maps: Maps, channels: Whole, unit: Any, out: Reals) -> None:
    """Mean, mean scaled by the board's size, and maximum over the board."""
    area = np.float32(maps.where.size)
    size = (np.sqrt(area) - np.float32(8)) / np.float32(4)
    for c in range(channels):
        out[c] = np.float32(0)
        out[2 * channels + c] = np.float32(-3e38)
    for nth in range(maps.where.size):
        at = maps.where[nth]
        for c in range(channels):
            value = np.float32(x[at, c])
            out[c] += value
            out[2 * channels + c] = max(out[2 * channels + c], value)
    for c in range(channels):
        out[c] = out[c] * unit / area
        out[channels + c] = out[c] * size
        out[2 * channels + c] *= unit


@compiled
def _stem(planes: Reals, weights: Reals, maps: Maps, step: Reals, out: Any, sums: Reals) -> None:
    """The first layer, in full precision: ``planes`` lie on a map."""
    for nth in range(maps.where.size):
        at = maps.where[nth]
        for c in range(N):
            sums[c] = weights[9 * STEM * N + c]
        for tap in range(9):
            beside = at + (tap // 3 - 1) * maps.sizes[0] + tap % 3 - 1
            for i in range(maps.sizes[1]):
                value = planes[beside, i]
                if value != 0:
                    row = (tap * STEM + i) * N
                    for c in range(N):
                        sums[c] += value * weights[row + c]
        for c in range(N):
            out[at, c] = np.int16(_rounded(max(sums[c], np.float32(0)) / step[0], step))


@compiled
def forward(planes: Reals, weights: Weights, maps: Maps, heads: Heads) -> None:
    """What the network says of planes[planes, squares]."""
    steps, reals, small = weights.steps, weights.reals, maps.small
    x, y, z = maps.whole[0], maps.whole[1], maps.whole[2]
    canvas = maps.reals[0]
    pooled, hidden = small[0 : 3 * N], small[192:256]
    for nth in range(maps.where.size):
        for plane in range(maps.sizes[1]):
            canvas[maps.where[nth], plane] = planes[plane, maps.squares[nth]]
    _stem(canvas, reals, maps, steps[0], x, hidden)
    place, step, layer = (9 * STEM + 1) * N, 1, 0
    unit = steps[0, 0]
    for block in range(BLOCKS):
        _convolve(x, weights.tower, layer * (N // GROUP) * _TILE, maps, maps.sums)
        bias = weights.biases[layer * N : (layer + 1) * N]
        _requantise(maps.sums, bias, reals[place : place + N], steps[step], maps, y)
        place += N
        layer += 1
        step += 1
        if block % 2:
            of_y = steps[step - 1, 0]
            _pool(y, maps, N, of_y, pooled)
            place = _dense(pooled, reals, place, 3 * N, N, hidden, False)
            everywhere, shifted = steps[step], steps[step + 1]
            for c in range(N):
                hidden[c] = _rounded(hidden[c] / everywhere[0], everywhere) * everywhere[0]
            for nth in range(maps.where.size):
                at = maps.where[nth]
                for c in range(N):
                    value = np.float32(y[at, c]) * of_y + hidden[c]
                    y[at, c] = np.int16(_rounded(value / shifted[0], shifted))
            step += 2
        _convolve(y, weights.tower, layer * (N // GROUP) * _TILE, maps, maps.sums)
        bias = weights.biases[layer * N : (layer + 1) * N]
        _requantise(maps.sums, bias, reals[place : place + N], steps[step], maps, z)
        place += N
        layer += 1
        of_z, total = steps[step, 0], steps[step + 1]
        for nth in range(maps.where.size):
            at = maps.where[nth]
            for c in range(N):
                value = np.float32(z[at, c]) * of_z + np.float32(x[at, c]) * unit
                # The lowest step is zero, which is what ReLU asks for.
                x[at, c] = np.int16(_rounded(value / total[0], total))
        unit = total[0]
        step += 2
    _judge(planes, x, unit, place, step, weights, maps, heads)


@compiled
def _judge(
    planes: Reals,
    x: NDArray[np.int16],
    unit: Any,
    place: Whole,
    step: Whole,
    weights: Weights,
    maps: Maps,
    heads: Heads,
) -> None:
    """The heads: placements, answers, the outcome and the scores."""
    steps, reals, small = weights.steps, weights.reals, maps.small
    tower, judged = maps.reals[0], maps.reals[1]
    pooled, shift, row, seen = small[0 : 3 * N], small[192:256], small[256:320], small[320 : 320 + 4 * N]
    for nth in range(maps.where.size):
        at = maps.where[nth]
        for c in range(N):
            tower[at, c] = np.float32(x[at, c]) * unit
    _pool(x, maps, N, unit, pooled)
    of_place, everywhere, shifted = steps[step], steps[step + 1], steps[step + 2]
    convolution = place
    place = _dense(pooled, reals, place + (N + 1) * HEAD, 3 * N, HEAD, shift, False)
    for c in range(HEAD):
        shift[c] = _rounded(shift[c] / everywhere[0], everywhere) * everywhere[0]
    end = place
    for nth in range(maps.where.size):
        _dense(tower[maps.where[nth]], reals, convolution, N, HEAD, row, False)
        for c in range(HEAD):
            here = _rounded(row[c] / of_place[0], of_place) * of_place[0]
            row[c] = _rounded((here + shift[c]) / shifted[0], shifted) * shifted[0]
        end = _dense(row, reals, place, HEAD, maps.sizes[2], heads.placement[nth], False)
    place = end
    if maps.sizes[3] > 0:
        for c in range(N):
            seen[c] = np.float32(0)
        for nth in range(maps.where.size):
            if planes[maps.sizes[4], maps.squares[nth]] != 0:
                for c in range(N):
                    seen[c] = tower[maps.where[nth], c]
        for c in range(3 * N):
            seen[N + c] = pooled[c]
        place = _dense(seen, reals, place, 4 * N, N, shift, True)
        place = _dense(shift, reals, place, N, maps.sizes[3], heads.answer, False)
    for nth in range(maps.where.size):
        end = _dense(tower[maps.where[nth]], reals, place, N, HEAD, judged[maps.where[nth]], True)
    _pool(judged, maps, HEAD, np.float32(1), pooled)
    place = _dense(pooled, reals, end, 3 * HEAD, N, shift, True)
    place = _dense(shift, reals, place, N, 3, row, False)
    best = np.float64(max(row[0], max(row[1], row[2])))
    win, draw, loss = exponential(row[0] - best), exponential(row[1] - best), exponential(row[2] - best)
    heads.outcome[0] = (win - loss) / (win + draw + loss)
    _dense(shift, reals, place, N, 2, heads.scores, False)

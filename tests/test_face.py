"""A face is kept small, and what it is called by hangs on nothing but itself."""

from __future__ import annotations

import pickle
from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

from pnp.faces.face import Face
from pnp.units import Size


@given(st.text(min_size=1), st.text())
def test_a_face_packed_by_its_sibling_is_the_same_face(svg: str, sibling: str) -> None:
    alone = Face("cards", "ada", "front", svg, Size(63, 88))
    packed = Face("cards", "ada", "front", svg, Size(63, 88), like=sibling.encode("utf-8", "surrogatepass"))
    assert packed.svg == alone.svg == svg
    assert pickle.loads(pickle.dumps(packed)).svg == svg
    assert packed == alone
    assert packed.digest == alone.digest


def test_siblings_take_little() -> None:
    svg = "".join(f'<rect x="{number * 37 % 101}" y="{number * 53 % 89}" fill="ink"/>' for number in range(100))
    alone = Face("cards", "ada", "front", svg + "Ada", Size(63, 88))
    packed = Face("cards", "ada", "front", svg + "Ada", Size(63, 88), like=(svg + "Bo").encode())
    assert len(packed.packed) < len(alone.packed) / 4


def test_a_digest_does_not_hang_on_equal_sizes_met_before() -> None:
    """It is printed in the slug: 63 and 63.0 are equal, but not written alike, so no memory may take one for the other."""
    for size in (Size(63, 88), Size(63.0, 88.0), Size(63, 88)):
        content = f"Size(width={size.width}, height={size.height}) 3 rectangle\n<svg/>".encode()
        assert Face("cards", "ada", "front", "<svg/>", size, 3).digest == sha256(content).hexdigest()

"""A name that there is not goes in; whatever is done with it is a mistake that says so in our words."""

from __future__ import annotations

from typing import Any, NoReturn

from jinja2 import StrictUndefined, UndefinedError
from jinja2.exceptions import SecurityError

from pnp.rules.explain import FORBIDDEN


class MissingName(StrictUndefined):
    """An undefined name that fails with a message of ours where one was prepared."""

    def _fail_with_undefined_error(self, *_args: object, **_kwargs: object) -> NoReturn:
        if self._undefined_exception is SecurityError:
            raise SecurityError(FORBIDDEN)
        says: Any = self._undefined_hint
        hint = says() if callable(says) else says
        raise UndefinedError(hint or f"'{self._undefined_name}' is not known here")

    __str__ = __iter__ = __len__ = __eq__ = __ne__ = __bool__ = __hash__ = _fail_with_undefined_error
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __call__ = _fail_with_undefined_error
    __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = _fail_with_undefined_error
    __pow__ = __rpow__ = __neg__ = __pos__ = __contains__ = __float__ = __int__ = _fail_with_undefined_error
    __lt__ = __le__ = __gt__ = __ge__ = __getitem__ = _fail_with_undefined_error

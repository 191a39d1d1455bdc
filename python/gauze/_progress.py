"""Progress bars, if tqdm is installed."""

from __future__ import annotations

from typing import Any, Optional

_wanted = True
_SHOW_AFTER = 5  # calls, ten a second: quick work stays quiet


class _Bar:
    """One bar per stage."""

    def __init__(self, tqdm: Any):
        self._tqdm = tqdm
        self._bar: Any = None
        self._stage = ""
        self._calls = 0

    def __call__(self, stage: str, done: int, total: int) -> None:
        self._calls += 1
        if self._calls < _SHOW_AFTER:
            return
        if stage != self._stage or self._bar is None:
            self.close()
            self._bar = self._tqdm(total=total or None, desc=stage, unit_scale=True, leave=False)
            self._stage = stage
        self._bar.n = min(done, total) if total else done
        self._bar.refresh()

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None


def show_progress(wanted: bool) -> None:
    """Whether long work draws progress bars (default: if tqdm is installed)."""
    global _wanted
    _wanted = wanted


def bar() -> Optional[_Bar]:
    """A callable that draws, or None."""
    if not _wanted:
        return None
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    return _Bar(tqdm)

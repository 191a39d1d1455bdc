"""A Dagster asset check: the promises of a release hold for its files, whenever the asset is materialized.

::

    import dagster
    import gauze
    from gauze.dagster import promises_hold

    @dagster.asset
    def shared_patients():
        gauze.run("policy.yaml", out="release")

    checks = promises_hold(shared_patients, "release")
    defs = dagster.Definitions(assets=[shared_patients], asset_checks=[checks])
"""

from __future__ import annotations

import os
from typing import Any

import dagster

from . import verify


def promises_hold(asset: Any, release: str | os.PathLike[str], *, name: str = "promises_hold", blocking: bool = True) -> dagster.AssetChecksDefinition:
    """A check that reads the files of a release again and judges every promise of its manifest.

    asset: the asset that makes the release, or its key
    release: a release directory
    name: of the check
    blocking: assets that depend on this one are not made if a promise is broken

    A promise that does not hold fails the check, with its sentence; what cannot be judged (no such release, a changed manifest) fails the step. Counts and sentences are all that Dagster gets to see.
    """

    @dagster.asset_check(asset=asset, name=name, blocking=blocking, description=f"every promise of {os.fspath(release)} holds for its files")
    def check() -> dagster.AssetCheckResult:
        report = verify(release)
        verdicts = {verdict["claim"]: verdict["sentence"] for verdict in report["verdicts"]}
        return dagster.AssetCheckResult(
            passed=bool(report["holds"]),
            severity=dagster.AssetCheckSeverity.ERROR,
            metadata={"rows": report["rows"], "classes": report["classes"], **verdicts},
        )

    return check

"""What can be done with a policy and a table."""

from __future__ import annotations

import os
from typing import Any

from ._call import Call, path_text
from ._entry import Entry
from ._folder import PrivateFolder
from ._policy import Policy, as_policy
from ._release import Release, Report, Risk
from ._table import is_address


def run(
    policy: Policy | str | os.PathLike[str],
    table: Any = None,
    out: str | os.PathLike[str] | None = None,
    *,
    memory: int | str | None = None,
    threads: int | None = None,
    temp: str | os.PathLike[str] | None = None,
    internal: str | os.PathLike[str] | None = None,
    counted: bool = False,
) -> Release:
    """Makes a release: transforms, writes, verifies. A release that breaks a promise is never returned.

    table: anything with ``__arrow_c_stream__`` (pandas, polars, pyarrow, a DuckDB relation), a path, the address of a table of
        PostgreSQL (docs/postgresql.md), or None for the policy's own source
    out: a folder for the release, or the address of a table; without it the release is Parquet in a private temporary folder, and is removed
        with the result
    memory: what the whole process may take, "2GiB" or bytes (default: four fifths of the machine's)
    threads: default all cores
    temp: folder for temporary files, private and removed afterwards
    internal: also write the manifest with digests of the input, for your own records
    counted: equal rows once, with a column "gauze rows" that says how often they occur; a table with such a column is read the same way
    """
    owner = None
    target = path_text(out)
    if target is None:
        owner = PrivateFolder(path_text(temp))
        target = os.path.join(owner.name, "release")
    call = Call(
        "run",
        policy=as_policy(policy).to_call(),
        out=target if is_address(target) else os.path.abspath(target),
        parquet=True if owner else None,
        memory=memory,
        threads=threads,
        temp=path_text(temp),
        internal=path_text(internal),
        counted=counted or None,
    )
    return Release(target, call.table("source", table).run(), owner)


def _with_policy(
    name: str, policy: Policy | str | os.PathLike[str], table: Any, **options: Any
) -> Report:
    call = Call(name, policy=as_policy(policy).to_call(), **options)
    return Report(call.table("source", table).run())


def plan(
    policy: Policy | str | os.PathLike[str],
    table: Any = None,
    *,
    memory: int | str | None = None,
    threads: int | None = None,
    temp: str | os.PathLike[str] | None = None,
) -> Report:
    """Estimates memory, disk and time of a run, and what the promises allow."""
    return _with_policy("plan", policy, table, memory=memory, threads=threads, temp=path_text(temp))


def compare(
    policies: dict[str, Policy | str | os.PathLike[str]] | list[Policy | str | os.PathLike[str]],
    table: Any = None,
    *,
    memory: int | str | None = None,
    threads: int | None = None,
    temp: str | os.PathLike[str] | None = None,
) -> Report:
    """Compares risk and loss of several policies, given as a list or a dictionary of names. Nothing is released.

    Look at ["candidates"]: each has its measures, and under "dominated_by" another that has no more risk and no more
    loss, and less of one.
    """
    if not isinstance(policies, dict):
        policies = {f"policy {number}": policy for number, policy in enumerate(policies, 1)}
    named = [{"name": name, "policy": as_policy(policy).to_call()} for name, policy in policies.items()]
    call = Call("compare", policies=named, memory=memory, threads=threads, temp=path_text(temp))
    return Report(call.table("source", table).run())


def sweep(
    policy: Policy | str | os.PathLike[str],
    table: Any = None,
    *,
    memory: int | str | None = None,
    threads: int | None = None,
    temp: str | os.PathLike[str] | None = None,
    **values: list[Any],
) -> Report:
    """The same over values of a policy's parameters: ``gauze.sweep(policy, k=[2, 5, 10], transform=["mondrian", "cluster"])``.

    Several parameters: all combinations. If two promises have a parameter of the same name: ``**{"l_diversity.l": [2, 3]}``.
    """
    sweeps = [f"{name}={','.join(str(value) for value in of)}" for name, of in values.items()]
    return _with_policy("compare", policy, table, sweeps=sweeps, memory=memory, threads=threads, temp=path_text(temp))


def check(policy: Policy | str | os.PathLike[str], table: Any = None, *, threads: int | None = None) -> Report:
    """Checks policy, columns, types, hierarchies and feasibility, without a release."""
    return _with_policy("check", policy, table, threads=threads)


def explain(
    policy: Policy | str | os.PathLike[str],
    table: Any = None,
    *,
    row: int | None = None,
    column: str | None = None,
    threads: int | None = None,
) -> Report:
    """Explains how a row (from 1) or a column of the release came about."""
    return _with_policy("explain", policy, table, row=row, column=column, threads=threads)


def _target(
    name: str, target: Any, policy: Policy | str | os.PathLike[str] | None, source: Any, **options: Any
) -> Report:
    known = None if policy is None else as_policy(policy).to_call()
    if isinstance(target, Release):
        target = target.directory
    return Report(Call(name, policy=known, **options).table("target", target).table("source", source).run())


def verify(
    target: Any,
    policy: Policy | str | os.PathLike[str] | None = None,
    *,
    claims: list[Entry | str] | None = None,
    qi: list[str] | None = None,
    sensitive: list[str] | None = None,
    source: Any = None,
    reader: str | None = None,
    threads: int | None = None,
) -> Report:
    """Checks whether a release, or any table, keeps its promises: see ["holds"].

    target: a release, its directory, a file, or a table with ``__arrow_c_stream__``
    policy: check against it; a release directory knows its own promises
    claims: promises as text, with the quasi-identifying columns in `qi`
    source: the original, for promises that are about it
    reader: "fast", or "sql": DuckDB alone reads the file, slower and with less of Gauze in between
    """
    written = None if claims is None else [repr(claim).replace("'", "") for claim in claims]
    return _target("verify", target, policy, source, claims=written, qi=qi, sensitive=sensitive, reader=reader, threads=threads)


def measure(
    target: Any,
    policy: Policy | str | os.PathLike[str] | None = None,
    *,
    qi: list[str] | None = None,
    weight: str | None = None,
    source: Any = None,
    threads: int | None = None,
) -> Report:
    """Measures loss and risk of a release, or risk of any table."""
    return _target("measure", target, policy, source, qi=qi, weight=weight, threads=threads)


def bundle_keys(name: str | os.PathLike[str]) -> Report:
    """Makes a key pair for signing releases: NAME.key to sign, NAME.pub for recipients."""
    return Report(Call("bundle_keys", name=path_text(name)).run())


def bundle(
    release: Release | str | os.PathLike[str],
    out: str | os.PathLike[str],
    *,
    key: str | os.PathLike[str],
    policy: str | os.PathLike[str] | None = None,
    report: str | os.PathLike[str] | None = None,
    threads: int | None = None,
) -> Report:
    """Packs a release into one signed file that recipients can verify; nothing is signed unless its promises hold.

    out: a new file
    key: the secret signing key, from ``bundle_keys``
    policy: also pack the policy file, and the hierarchies and knowledge tables that it names
    report: also pack the public evidence in this folder, and its page
    """
    directory = release.directory if isinstance(release, Release) else path_text(release)
    call = Call(
        "bundle",
        release=directory,
        out=path_text(out),
        key=path_text(key),
        policy_file=path_text(policy),
        report=path_text(report),
        threads=threads,
    )
    return Report(call.run())


def verify_bundle(
    bundle: str | os.PathLike[str],
    *,
    key: str | os.PathLike[str],
    temp: str | os.PathLike[str] | None = None,
    threads: int | None = None,
) -> Report:
    """Checks that a bundle is what its sender signed and keeps its promises: see ["holds"]; a changed bundle raises an error.

    key: the sender's public key, from the sender, not from the bundle
    temp: folder to unpack in, private and removed afterwards
    """
    call = Call("verify_bundle", bundle=path_text(bundle), key=path_text(key), temp=path_text(temp), threads=threads)
    return Report(call.run())


def risk(
    policy: Policy | str | os.PathLike[str],
    table: Any = None,
    *,
    released: Any = None,
    deltas: list[float] | None = None,
    factors: list[float] | None = None,
    suppress: bool = False,
    decide: bool = False,
    memory: int | str | None = None,
    threads: int | None = None,
) -> Risk:
    """Computes the disclosure risk of each record, over everything that may be known of it.

    released: look at this release or table instead of the source
    deltas: thresholds (default: what the policy promises)
    factors: what if everything were this many times as likely to be known
    suppress: also show what suppressing cells would do, for the first threshold
    decide: only count the records above the thresholds: faster, without a table
    """
    folder = None if decide else PrivateFolder()
    if isinstance(released, Release):
        released = released.directory
    call = Call(
        "risk",
        policy=as_policy(policy).to_call(),
        deltas=deltas,
        factors=factors,
        suppress=suppress,
        decide=decide,
        records=None if folder is None else os.path.join(folder.name, "records.parquet"),
        memory=memory,
        threads=threads,
    )
    return Risk(call.table("source", table).table("released", released).run(), folder)


def init(table: Any, *, encoding: str | None = None, header: bool = True, accept: bool = False) -> str:
    """The text of a first policy for a table or file: every column with a suggested role, for you to decide.

    With ``accept=True`` the suggested roles are taken; look at each. A CSV file without column names in its first line needs ``header=False``: columns are then called c1, c2, ..."""
    return Call("init", encoding=encoding, header=header, accept=accept).table("source", table).run()["policy"]


def propose(table: Any, purpose: str, *, encoding: str | None = None, header: bool = True, threads: int | None = None) -> Report:
    """A policy for a table or file that is nearly right: ["policy"] is its text, ["trial"]["decide"] what is left for you to decide, in the order of what it changes.

    Roles are taken as suggested; look at each. ["plan"] says what a run needs. If the promises cannot be kept on this table, ["problem"] says why.

    purpose: who will read the release: "internal", "share" or "publish"
    """
    call = Call("propose", purpose=purpose, encoding=encoding, header=header, threads=threads)
    return Report(call.table("source", table).run())


def profile(
    table: Any,
    *,
    encoding: str | None = None,
    header: bool = True,
    sets: bool = True,
    memory: int | str | None = None,
    threads: int | None = None,
) -> Report:
    """Tells what a table or file looks like, and which columns tell people apart, without a value of it.

    Look at ["columns"], and at ["sets"]["best"]: for each number of columns, up to four, those that make most rows unique.

    sets: look for them; without, columns only, for a part of the time
    memory: what the whole process may take (default: four fifths of the machine's); with more values than fit, counts are estimates
    """
    call = Call("profile", encoding=encoding, header=header, sets=sets, memory=memory, threads=threads)
    return Report(call.table("source", table).run())


def models() -> dict[str, list[dict[str, Any]]]:
    """Everything a policy may name, and the attacks, with their parameters."""
    return Call("catalog").run()


def schema(*, manifest: bool = False) -> dict[str, Any]:
    """The JSON Schema of a policy, or of a manifest."""
    return Call("schema", manifest=manifest).run()

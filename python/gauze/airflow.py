"""An Airflow operator that makes a release.

::

    from gauze.airflow import GauzeReleaseOperator

    release = GauzeReleaseOperator(task_id="release", policy="/etc/clinic/policy.yaml", source="/data/{{ ds }}.csv", out="/shared/{{ ds }}")
"""

from __future__ import annotations

from typing import Any

try:
    from airflow.sdk import BaseOperator
    from airflow.sdk.exceptions import AirflowFailException
except ImportError:  # Airflow 2
    from airflow.exceptions import AirflowFailException
    from airflow.models import BaseOperator

from . import PolicyError, PromiseError, run


class GauzeReleaseOperator(BaseOperator):
    """Runs a policy. The task succeeds when the release was verified and published, and not before.

    policy: the policy file
    source: replaces the policy's: a path, a glob, or the address of a table of PostgreSQL
    out: a release directory, or the address of a table
    memory, threads, temp: as gauze.run takes them

    A broken promise or a wrong policy fails the task for good, because trying again would not help; a lack of memory or disk, or a server that is away, is tried again as the task says. The result (XCom) is rows, classes and
    the sentences of the promises: nothing from a cell.
    """

    template_fields = ("policy", "source", "out")

    def __init__(self, *, policy: str, out: str, source: str | None = None, memory: int | str | None = None, threads: int | None = None, temp: str | None = None, **task: Any):
        super().__init__(**task)
        self.policy = policy
        self.source = source
        self.out = out
        self.memory = memory
        self.threads = threads
        self.temp = temp

    def execute(self, context: Any) -> dict[str, Any]:
        try:
            release = run(self.policy, self.source, self.out, memory=self.memory, threads=self.threads, temp=self.temp)
        except (PolicyError, PromiseError) as error:
            raise AirflowFailException(str(error)) from error
        manifest = release.manifest
        return {"rows": manifest["rows"], "classes": manifest["classes"], "promises": [promise["sentence"] for promise in manifest["promises"]]}

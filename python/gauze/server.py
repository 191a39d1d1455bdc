"""The trusted server of personal releases, from Python.

>>> server = gauze.Server("https://gauze.hospital.example", token=token)
>>> answer = server.interpret("heart", release, "education = ~k3x9q2m7ta & age in [2.1, 2.6] -> salary")
>>> answer.means, answer.support, answer.distribution
"""

from __future__ import annotations

import http.client
import ipaddress
import json
import secrets
import socket
import ssl
import time
import urllib.parse
from typing import Any, Callable

from ._errors import PolicyError, PromiseError, ResourceError

__all__ = ["Answer", "Refused", "Server"]

_ATTEMPTS = 3
_LONGEST_PAUSE = 5.0


class Refused(PromiseError):
    """The server refused to answer: `reason` is the rule ("support", "difference", "budget_project", "budget_value", "right", "role")."""

    def __init__(self, reason: str, message: str, where: str = "", hint: str = ""):
        super().__init__(message, where, hint)
        self.reason = reason


class Answer:
    """What the server said. `json` is all of it, as docs/interpretation.md describes it."""

    def __init__(self, reply: dict[str, Any]):
        self.json: dict[str, Any] = reply["answer"]
        #: number of the entry in the server's log
        self.number: int = reply["number"]
        #: the project had this answered before; it cost nothing
        self.repeat: bool = reply["repeat"]

    @property
    def means(self) -> str | None:
        """The question in original values; None for a tree."""
        return self.json.get("means")

    @property
    def support(self) -> int | None:
        """How many people the question is about; None if that is withheld."""
        return self.json.get("support")

    @property
    def confidence(self) -> float | None:
        """The share of them for whom a rule holds; None if there is no rule, or if that is withheld."""
        return self.json.get("target", {}).get("confidence")

    @property
    def distribution(self) -> dict[str, int] | None:
        """People per original value, where that may be shown; None if there is no distribution, or if that is withheld."""
        values = self.json.get("target", {}).get("values")
        return None if values is None else {value["value"]: value["persons"] for value in values}

    @property
    def other(self) -> int | None:
        """People with a value that is not in the distribution."""
        return self.json.get("target", {}).get("other")

    @property
    def tree(self) -> dict[str, Any] | None:
        """The root of an interpreted tree."""
        return self.json.get("root")

    def __repr__(self) -> str:
        # Notebooks are shared: no value of the data without being asked for it.
        return f"<gauze.server.Answer, entry {self.number}>"


class _UnixConnection(http.client.HTTPConnection):
    def __init__(self, path: str, timeout: float):
        super().__init__("localhost", timeout=timeout)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)


class Server:
    """A trusted server, and the token to ask it with.

    url: "https://host[:port][/path]", "unix:/path/of/socket", or "http://" on this machine (a token is as good as a password).
    token: a bearer token, or a function that returns one whenever it is needed, for tokens that expire.
    ca_file: certificates of a private authority, in PEM.
    timeout: seconds for each step of a request.

    Threads may share it: each request has a connection of its own.
    """

    def __init__(self, url: str, *, token: str | Callable[[], str], ca_file: str | None = None, timeout: float = 60.0):
        self._token = token
        self._timeout = timeout
        self._tls = None
        parts = urllib.parse.urlsplit(url)
        self._scheme = parts.scheme
        self._prefix = parts.path.rstrip("/")
        wrong = PolicyError("this is not the address of a server", "", "for example https://gauze.hospital.example or unix:/run/gauzed.sock")
        try:
            self._host, self._port = parts.hostname, parts.port
        except ValueError:
            raise wrong from None
        if self._scheme == "unix":
            self._host, self._prefix = parts.path, ""
        if self._scheme not in ("https", "http", "unix") or not self._host or parts.query or parts.fragment or parts.username is not None:
            raise wrong
        if self._scheme == "https":
            self._tls = ssl.create_default_context()
            if ca_file is not None:
                self._tls.load_verify_locations(ca_file)
        if self._scheme == "http" and not _is_here(self._host):
            raise PolicyError("plain http would send the token unencrypted", "", "write https://")

    def interpret(self, project: str, release: str, query: str | dict[str, Any]) -> Answer:
        """What a rule or a distribution over shown values means, and how many people support it.

        project: the project that asks; it has rights and a budget.
        release: the id in the manifest of the personal release.
        query: a question as text ("education = ~k3x9q2m7ta -> salary"), or the same as a dict.

        Raises Refused if a rule forbids the answer, PolicyError if the question or the token is wrong, ResourceError if the server
        cannot be reached.
        """
        return Answer(self._post("/v1/interpretations", {"project": project, "release": release, "question": query}))

    def interpret_tree(self, project: str, release: str, tree: dict[str, Any]) -> Answer:
        """A decision tree that was learned from the release, in original values where k allows.

        tree: {"target": column, "root": node}; a node is {"column", "threshold" or "values", "yes", "no"} or {"predicts"}.
        """
        return Answer(self._post("/v1/trees", {"project": project, "release": release, "tree": tree}))

    def interpret_batch(self, project: str, release: str, items: list[Any], *, dry_run: bool = False) -> dict[str, Any]:
        """Many questions and trees in one request, decided in their order. `gauze.mining` makes them from what was mined.

        items: questions as `interpret` takes them and trees as `interpret_tree` does, at most 1,024.
        dry_run: say only what it would cost and what would be refused; nothing is asked and nothing is paid.

        Gives {"number", "dry_run", "cost", "questions_left", "items"}: for each item {"answer", "repeat", "cost"}, or {"refused": rule}.
        Sent again it costs nothing: what the project has had answered is a repeat.
        """
        return self._post("/v1/batches", {"project": project, "release": release, "items": items, "dry_run": dry_run}, keyed=False)

    def __repr__(self) -> str:
        return f"gauze.Server({self._scheme}:{self._host})"

    def _connection(self) -> http.client.HTTPConnection:
        if self._scheme == "unix":
            return _UnixConnection(self._host, self._timeout)
        if self._scheme == "http":
            return http.client.HTTPConnection(self._host, self._port, timeout=self._timeout)
        return http.client.HTTPSConnection(self._host, self._port, timeout=self._timeout, context=self._tls)

    def _post(self, path: str, body: dict[str, Any], keyed: bool = True) -> dict[str, Any]:
        text = json.dumps(body)
        # Of all attempts: the request is decided, logged and paid for once.
        headers = {"Content-Type": "application/json"} | ({"Idempotency-Key": secrets.token_hex(16)} if keyed else {})
        for attempt in range(_ATTEMPTS):
            last = attempt + 1 == _ATTEMPTS
            try:
                code, replied, content = self._exchange(path, text, headers)
            except ssl.SSLCertVerificationError as fault:
                raise ResourceError(f"the server's certificate is not trusted: {fault.verify_message}", str(self._host), "ca_file names "
                                    "certificates of a private authority") from None
            except (OSError, http.client.HTTPException) as fault:
                if last:
                    raise ResourceError(f"cannot reach the server: {type(fault).__name__}", str(self._host), "is it running?") from None
                time.sleep(1)
                continue
            if code == 200:
                return json.loads(content)
            if code not in (429, 503) or last:
                _raise(code, content)
            time.sleep(min(_LONGEST_PAUSE, float(replied.get("Retry-After", 1))))
        raise AssertionError("every attempt ends above")

    def _exchange(self, path: str, text: str, headers: dict[str, str]) -> tuple[int, http.client.HTTPMessage, bytes]:
        token = self._token() if callable(self._token) else self._token
        connection = self._connection()
        try:
            connection.request("POST", self._prefix + path, body=text.encode(), headers=headers | {"Authorization": f"Bearer {token}"})
            response = connection.getresponse()
            return response.status, response.headers, response.read()
        finally:
            connection.close()


def _is_here(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _raise(code: int, content: bytes) -> None:
    """problem+json as an exception."""
    try:
        problem = json.loads(content)
        reason, detail = str(problem.get("reason", "")), str(problem.get("detail", ""))
    except (ValueError, AttributeError):
        reason, detail = "", f"HTTP status {code}"
    if code == 403:
        raise Refused(reason, f"refused ({reason}): {detail}")
    if code in (429, 503) or code >= 500:
        raise ResourceError(f"the server cannot answer now: {detail}", "", "try again later")
    raise PolicyError(f"the server rejected the request ({reason}): {detail}")

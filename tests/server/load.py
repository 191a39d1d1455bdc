"""Researchers who ask without pause, and remember what they were told."""
import http.client
import json
import threading
import time

from setting import dice
from world import Client


class Crowd:
    """Threads that ask random questions. `told` has every answer that reached them: number -> digest of the body that was sent."""

    def __init__(self, world, count, project="heart", pause=0.0, fresh=0.5):
        self.world, self.project, self.pause, self.fresh = world, project, pause, fresh
        self.told, self.codes, self.slow = {}, {}, []
        self.failures = 0
        self.lock = threading.Lock()
        self.stopping = threading.Event()
        self.threads = [threading.Thread(target=self.run, args=(i,)) for i in range(count)]
        for thread in self.threads:
            thread.start()

    def run(self, number):
        random, asked = dice(1000 + number), []
        client = Client(self.world.port, self.world.researcher, timeout=20)
        serial = 0
        while not self.stopping.is_set():
            if not asked or random.random() < self.fresh:
                asked.append(self.world.question(random))
            body = json.dumps(self.world.body(random.choice(asked[-50:]), self.project))
            headers = {"Content-Type": "application/json"}
            if random.random() < 0.5:
                serial += 1
                headers["Idempotency-Key"] = f"{number}-{serial}"
            begin = time.monotonic()
            try:
                code, answer, _ = client.ask("POST", "/v1/interpretations", body, headers=headers)
            except (OSError, http.client.HTTPException, ValueError):
                self.failures += 1
                client = Client(self.world.port, self.world.researcher, timeout=20)
                time.sleep(0.02)
                continue
            with self.lock:
                self.codes[code] = self.codes.get(code, 0) + 1
                self.slow.append(time.monotonic() - begin)
                if code == 200:
                    self.told[answer["number"]] = body
            if code >= 500:
                time.sleep(0.05)
            if self.pause:
                time.sleep(self.pause)
        client.close()

    def stop(self):
        self.stopping.set()
        for thread in self.threads:
            thread.join()


def check_ledger(world, crowd, budget=None):
    """What people were told is in the log, and budgets are what the log says; returns what was answered."""
    log = {entry["number"]: entry for entry in world.audit()}
    digests = {}
    for number, body in crowd.told.items():
        assert number in log, f"answer {number} is missing from the log"
        assert log[number]["decision"] == "answered", number
        assert digests.setdefault(body, log[number]["body_digest"]) == log[number]["body_digest"], number
    assert len(set(digests.values())) == len(digests)
    world.verify()
    new = int(world.sql(f"SELECT count(*) FROM answered WHERE project = '{crowd.project}' AND length(question) > 40"))
    spent = world.client(world.officer).ask("GET", f"/v1/projects/{crowd.project}")[1]["releases"][world.seen["release"]]["questions_spent"]
    assert spent == new, (spent, new)
    if budget is not None:
        assert spent <= budget
    return len(crowd.told)

"""The way from a vault to an answer, and who may see what."""


def test_answer_is_logged_and_repeats_cost_nothing(shared):
    client = shared.client(shared.researcher)
    alias = next(text for text in shared.seen["columns"]["education"] if text.startswith("~"))
    before = shared.audit_count()
    code, first, _ = client.ask("POST", "/v1/interpretations", shared.body(f"education = {alias} -> salary"))
    assert code == 200, first
    assert first["number"] == before + 1 and first["repeat"] is False
    code, again, _ = client.ask("POST", "/v1/interpretations", shared.body(f"education  =  {alias}->salary"))
    assert code == 200 and again["repeat"] is True and again["answer"] == first["answer"]
    entry = shared.audit()[before]
    assert (entry["who"], entry["project"], entry["kind"], entry["decision"]) == ("researcher-1", "heart", "interpretation", "answered")
    shared.verify()

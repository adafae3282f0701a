"""The schema is complete: it describes every response to questions that it allows or forbids."""

from __future__ import annotations

from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis import Case

from minemind.web.app import make_app
from minemind.web.hosts import Hosts
from tests.web.asking import BOARD, Client, Here

# Examples for each question: enough for every kind of refusal, within seconds.
EXAMPLES = 60

# The client of schemathesis calls the host "testserver".
schema = schemathesis.openapi.from_asgi("/api/openapi.json", make_app(Here(), Hosts(frozenset({"testserver"}))))
# A valid question without an answer gets 422; an invalid one gets 400 or 422.
schema.config.checks.positive_data_acceptance.expected_statuses = ["2xx", "422"]
schema.config.checks.negative_data_rejection.expected_statuses = ["400", "422"]


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
    derandomize=True,
)
def test_no_response_is_undocumented(case: Case[Any]) -> None:
    case.call_and_validate()


def test_the_schema_names_every_status_that_a_question_can_meet(client: Client) -> None:
    paths = client.get("/api/openapi.json").json()["paths"]
    assert set(paths["/api/hint"]["post"]["responses"]) == {"200", "400", "403", "408", "413", "422", "503"}
    assert {path for path in paths if path != "/api/about"} == {
        f"/api/{name}"
        for name in ("analyse", "hint", "explain", "guesses", "generate", "metrics", "step", "review", "convert")
    }
    assert client.answer("hint", board={"text": BOARD})["minemind"] == 2

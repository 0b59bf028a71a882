import { CodeBlock } from "./code-block";
import { DataTable } from "./data-table";

const code = "font-mono text-xs";
const prose = "mb-4 max-w-[68ch] text-muted";

const body = `POST /your/endpoint
Content-Type: application/json
webhook-id: 01a1fe3a-d822-7601-8961-719424b0d3a2_01a1fe3a-d6dc-7450-8d5a-7f09026a5049
webhook-timestamp: 1795266631
webhook-signature: v1,zMh/qBwequE2LmsXBgNrEpLjw1E4K3VXaePUAg+L3z0=

{
  "meta": { "unsubscribe": "…", "documentation": "…", "generated_at": "2026-11-21T13:10:31.706Z" },
  "page": { "id": "acme", "status_indicator": "minor", "status_description": "Minor Service Outage" },
  "incident": {
    "id": "01a1fe3a-d81f-70ad-a45d-ec224db4549e",
    "name": "Card payments fail",
    "status": "investigating",
    "impact": "major",
    "incident_updates": [{ "status": "investigating", "body": "We are currently investigating this issue.", … }],
    "components": [{ "name": "Checkout", "status": "partial_outage", … }],
    …
  },
  "event": { "id": "…", "kind": "incident.created", "created_at": "2026-11-21T13:10:31.706Z" }
}`;

const verification = `import { Webhook } from "standardwebhooks";

// Throws unless one of the signatures is ours and the timestamp is fresh. Hand it the body as it came.
const event = new Webhook("whsec_…").verify(body, headers);`;

const answers = [
  ["2xx within 10 s", "It has arrived."],
  ["410", "You want no more: the subscription ends."],
  ["429 or 503 with Retry-After", "Nothing more is sent until then, for 24 hours at most. Seconds and dates are understood."],
  ["Anything else, a redirect, or nothing", "It is sent again, 12 times in all, 5 seconds to 6 hours apart, with the same webhook-id and body."],
  ["10 failures in a row within an hour", "Quarantine: what is due waits, and the contact of the endpoint is mailed a link that ends it."],
] as const;

/** What somebody needs to know to receive webhooks. */
export function Webhooks() {
  return (
    <>
      <p className={prose}>
        A webhook is told of each event by a signed request in the form of the{" "}
        <a href="https://www.standardwebhooks.com" className="underline">
          Standard Webhooks
        </a>{" "}
        convention. The key <code className={code}>incident</code> holds the incident after the event, its updates newest first; planned work is an incident
        with <code className={code}>scheduled_for</code>, and a test message, of the kind <code className={code}>test</code>, one that is resolved. Ignore what you do not know: keys may be added.
      </p>
      <div className="mb-6">
        <CodeBlock label="A webhook">{body}</CodeBlock>
      </div>
      <p className={prose}>
        Verify each with the secret that was shown when the endpoint was subscribed; libraries of the convention exist for many languages. While a secret is
        rotated, two signatures stand in the header, and either may be checked. A message can come twice, under one{" "}
        <code className={code}>webhook-id</code>: keep the ids that you have dealt with.
      </p>
      <div className="mb-6">
        <CodeBlock label="Verification of a webhook">{verification}</CodeBlock>
      </div>
      <p className={prose}>
        Whoever subscribes an endpoint without a login proves first that it wants this: it is sent a signed request of{" "}
        <code className={code}>{"{ meta, page, challenge }"}</code>, and answers 2xx with the challenge as text, or as the JSON{" "}
        <code className={code}>{'{ "challenge": "…" }'}</code>.
      </p>
      <DataTable caption="Answers to a webhook" columns={["Your answer", "What follows"]} rows={answers.map(([answer, follows]) => ({ key: answer, cells: [<span key="answer" className="font-medium">{answer}</span>, follows] }))} />
    </>
  );
}

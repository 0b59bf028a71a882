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

// Throws if no signature is valid or the timestamp is too old. Pass the raw body.
const event = new Webhook("whsec_…").verify(body, headers);`;

const responses = [
  ["2xx within 10 s", "The message is delivered."],
  ["410", "The subscription ends."],
  [
    "429 or 503 with Retry-After",
    "Deliveries to the endpoint pause until the given time, for up to 24 hours. Retry-After can " +
      "be seconds or a date.",
  ],
  [
    "Any other response, a redirect, or no response",
    "Retried with the same webhook-id and body, up to 12 attempts, a few seconds to 6 hours apart.",
  ],
  [
    "10 failures in a row within an hour",
    "The endpoint is quarantined, and its messages are on hold. Its contact, or each owner if it " +
      "has no contact, gets an email with a link to reactivate the endpoint.",
  ],
] as const;

export function Webhooks() {
  return (
    <>
      <p className={prose}>
        A webhook receives a request for each event, signed according to the{" "}
        <a href="https://www.standardwebhooks.com" className="underline">
          Standard Webhooks
        </a>{" "}
        specification. The <code className={code}>incident</code> field contains the incident after
        the event, with its updates newest first. Maintenance is an incident with{" "}
        <code className={code}>scheduled_for</code>. When a member sets the status of a component,
        the request has <code className={code}>component_update</code> and{" "}
        <code className={code}>component</code> instead. A test message has the kind{" "}
        <code className={code}>test</code> and contains a resolved incident. Ignore unknown fields:
        more may be added.
      </p>
      <div className="mb-6">
        <CodeBlock label="A webhook">{body}</CodeBlock>
      </div>
      <p className={prose}>
        Verify each request with the secret that was shown when the endpoint was added. Standard
        Webhooks libraries exist for many languages. During a secret rotation, the header has two
        signatures; one valid signature is enough. A message can arrive twice with the same{" "}
        <code className={code}>webhook-id</code>, so store the IDs that you have processed.
      </p>
      <div className="mb-6">
        <CodeBlock label="Verification of a webhook">{verification}</CodeBlock>
      </div>
      <p className={prose}>
        An endpoint that is subscribed without signing in must confirm first. It receives a signed
        request with <code className={code}>{"{ meta, page, challenge }"}</code> and must respond
        with 2xx and the challenge, as text or as JSON{" "}
        <code className={code}>{'{ "challenge": "…" }'}</code>.
      </p>
      <DataTable
        caption="Responses to a webhook"
        columns={["Your response", "Result"]}
        rows={responses.map(([response, result]) => ({
          key: response,
          cells: [
            <span key="response" className="font-medium">
              {response}
            </span>,
            result,
          ],
        }))}
      />
    </>
  );
}

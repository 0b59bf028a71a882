/** The core of the API in one shell session. It runs as it stands against a server on port 3000. */
export const session = [
  {
    title: "Create an account",
    text: "Registering signs you in. curl keeps the session cookie in cookies.txt and sends it from there.",
    commands: `curl -s -c cookies.txt http://localhost:3000/v1/auth/register \\
  -H 'Content-Type: application/json' \\
  -d '{"email": "ada@example.com", "password": "correct horse battery", "name": "Ada Lovelace"}'`,
  },
  {
    title: "Add components",
    text: "Nobody holds the id acme yet, so the first write to it creates the organization, and you are its owner. The second command keeps the new component’s id in $checkout.",
    commands: `curl -s -b cookies.txt http://localhost:3000/v1/organizations/acme/components \\
  -H 'Content-Type: application/json' \\
  -d '{"name": "Website"}'

checkout=$(curl -s -b cookies.txt http://localhost:3000/v1/organizations/acme/components \\
  -H 'Content-Type: application/json' \\
  -d '{"name": "Checkout", "description": "Cart and card payments"}' \\
  | sed 's/.*"id":"\\([^"]*\\)".*/\\1/')`,
  },
  {
    title: "Report an incident",
    text: "It begins as investigating. Its impact, major, puts Checkout into a partial outage until it is resolved.",
    commands: `curl -s -b cookies.txt http://localhost:3000/v1/organizations/acme/incidents \\
  -H 'Content-Type: application/json' \\
  -d '{"title": "Card payments fail", "impact": "major", "component_ids": ["'$checkout'"]}'`,
  },
  {
    title: "List both",
    text: "Components come in their order, incidents newest first, 50 at most. Where there are older ones, a Link header leads to them.",
    commands: `curl -s -b cookies.txt http://localhost:3000/v1/organizations/acme/components
curl -s -b cookies.txt http://localhost:3000/v1/organizations/acme/incidents`,
  },
  {
    title: "Sign out",
    text: "The session ends on the server: a copy of the cookie is of no use after it.",
    commands: `curl -s -b cookies.txt -c cookies.txt -X POST http://localhost:3000/v1/auth/logout`,
  },
] as const;

export const describeShellSession = (origin: string) => [
  {
    title: "Create an account",
    text: "Registering also signs you in. curl stores the session cookie in cookies.txt.",
    commands: `curl -s -c cookies.txt ${origin}/v1/auth/register \\
  -H 'Content-Type: application/json' \\
  -d '{"email": "ada@example.com", "password": "correct horse battery", "name": "Ada Lovelace"}'`,
  },
  {
    title: "Add components",
    text:
      "The first write to the unused ID acme creates the organization and makes you its owner. " +
      "The second command stores the new component’s ID in $checkout.",
    commands: `curl -s -b cookies.txt ${origin}/v1/organizations/acme/components \\
  -H 'Content-Type: application/json' \\
  -d '{"name": "Website"}'

checkout=$(curl -s -b cookies.txt ${origin}/v1/organizations/acme/components \\
  -H 'Content-Type: application/json' \\
  -d '{"name": "Checkout", "description": "Cart and card payments"}' \\
  | sed 's/.*"id":"\\([^"]*\\)".*/\\1/')`,
  },
  {
    title: "Report an incident",
    text:
      "The incident starts as investigating. Its major impact " +
      "sets Checkout to partial outage until it is resolved.",
    commands: `curl -s -b cookies.txt ${origin}/v1/organizations/acme/incidents \\
  -H 'Content-Type: application/json' \\
  -d '{"title": "Card payments fail", "impact": "major", "component_ids": ["'$checkout'"]}'`,
  },
  {
    title: "List components and incidents",
    text:
      "Components are listed in their display order. Incidents are listed newest first, up to 50 " +
      "per page, and the Link header has the URL of the next page.",
    commands: `curl -s -b cookies.txt ${origin}/v1/organizations/acme/components
curl -s -b cookies.txt ${origin}/v1/organizations/acme/incidents`,
  },
  {
    title: "Sign out",
    text: "Ends the session on the server, so copies of the cookie stop working.",
    commands: `curl -s -b cookies.txt -c cookies.txt -X POST ${origin}/v1/auth/logout`,
  },
];

import { addComponent, signUp } from "../support/api";
import { expect, test } from "../support/fixtures";
import { expectInvalid, expectProblem } from "../support/expected-responses";
import { createOrganizationId } from "../support/organization-id";

const preview = (organization: string) => `/v1/organizations/${organization}/public-page/preview`;

test("a preview of the status page shows the changed settings, and saves nothing", async ({
  server,
  ada,
  orgID,
}) => {
  await addComponent(ada, orgID, "Difference engine");
  const before = await ada.get(`/v1/organizations/${orgID}`);
  const reply = await ada.post(preview(orgID), {
    name: "Acme </style><script>alert(1)</script>",
    accent_color: "#ffdd00",
    header_color: "#101426",
    font: "serif",
    header_links: [{ label: "Docs", url: "https://acme.example/?a='&b=\"" }],
    footer_text: "© </style> Acme",
    powered_by: false,
    new_images: ["logo", "cover"],
  });
  expect(reply.status).toBe(200);
  const html = reply.json.html as string;
  expect(html).toContain("Difference engine");
  expect(html).toContain("Acme &lt;/style&gt;&lt;script&gt;alert(1)");
  expect(html).toContain("--color-fill:#ffdd00;--color-on-fill:#000000");
  expect(html).toContain("background-color:#101426");
  expect(html).toContain('href="https://acme.example/?a=%27&amp;b=%22"');
  expect(html).toContain(`src="/status/${orgID}/logo?v=new"`);
  expect(html).toContain(`url("/status/${orgID}/cover?v=new")`);
  expect(html).not.toContain("Powered by");
  const after = await ada.get(`/v1/organizations/${orgID}`);
  expect([after.json, after.headers.get("etag")]).toEqual([
    before.json,
    before.headers.get("etag"),
  ]);
  const page = await (await fetch(`${server.url}/status/${orgID}`)).text();
  expect(page).toContain("Powered by");
  expect(page).not.toContain("#ffdd00");
});

test("a status page preview returns 400 for invalid settings, and 404 for an unknown organization", async ({
  ada,
  orgID,
}) => {
  await addComponent(ada, orgID);
  expectInvalid(
    await ada.post(preview(orgID), {
      font: "comic",
      header_links: [{ label: "Docs", url: "javascript:alert(1)" }],
      new_images: ["icon"],
    }),
    "font",
    "header_links.0.url",
    "new_images.0",
  );
  expectProblem(await ada.post(preview(createOrganizationId()), {}), 404);
});

test("a server that starts without NODE_ENV renders previews", async ({ launch }) => {
  const { url } = await launch({ NODE_ENV: "" });
  const ada = await signUp(url);
  const orgID = createOrganizationId();
  await ada.post("/v1/organizations", { id: orgID, name: "Acme" });
  const page = await ada.post<{ html: string }>(preview(orgID), {});
  expect(page.json.html).toContain("Acme");
  const incident = { title: "API errors", impact: "major" };
  const email = await ada.post<{ mail: { html: string } }>(
    `/v1/organizations/${orgID}/incidents/preview`,
    incident,
  );
  expect(email.json.mail.html).toContain("API errors");
});

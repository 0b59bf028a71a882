import { run } from "../../scripts/run";
import { addComponent, addIncident, ApiClient, PASSWORD, signUp } from "../support/api";
import { expect, test } from "../support/fixtures";
import { waitForLink } from "../support/mailbox";
import { sendRawRequest } from "../support/raw-request";
import { startWithInvalidSettings } from "../support/test-server";

const BASE_PATH = "/status-app";
const ORIGIN = "https://example.com";
const BUILD = { BASE_PATH, BUILD_DIR: ".next-base-path" };
const ENV = { ...BUILD, BASE_URL: ORIGIN, STATUS_HOST_SUFFIX: "pages.example.com" };

/** Matches attributes with a path, and absolute URLs of the installation. */
const LINK = new RegExp(`(?:(?:href|src|action)="(?=/)|${ORIGIN}(?=/))(/[^"\\s<>)?#\\\\]*)`, "g");
const listPaths = (text: string): string[] => [
  ...new Set([...text.matchAll(LINK)].map(([, path]) => path!)),
];

// Tagged @faults, because these tests require a second build, which takes a minute.
test.describe("an installation with BASE_PATH", { tag: ["@faults", "@one-engine"] }, () => {
  test.beforeAll(async () => {
    test.setTimeout(15 * 60_000);
    await run(["--import", "tsx", "scripts/build.ts"], BUILD);
  });

  test("the API, pages, and data formats link only to existing paths under BASE_PATH", async ({
    getServer,
    orgID,
  }) => {
    const { url, dataDir } = await getServer(ENV);
    const base = url + BASE_PATH;
    const ada = await signUp(base);
    await addComponent(ada, orgID);
    await addIncident(ada, orgID);

    const { json: organization } = await ada.get(`/v1/organizations/${orgID}`);
    expect(organization.page_url).toBe(`${BASE_PATH}/status/${orgID}`);
    const pages = ["", "/history", "/uptime", "/subscribe", "/embed", "/oembed.json"];
    const formats = ["/history.atom", "/history.rss", "/llms.txt", "/widget.js", "/calendar.ics"];
    const seen = new Set<string>();
    for (const path of [...pages, ...formats]) {
      const reply = await sendRawRequest(url, "GET", `${BASE_PATH}/status/${orgID}${path}`);
      expect(reply.status, path).toBe(200);
      // iCalendar breaks long lines, even within URLs.
      const text = reply.text.replaceAll("\r\n ", "");
      for (const linked of listPaths(text)) seen.add(linked);
    }
    for (const path of ["/", "/docs", "/login"])
      for (const linked of listPaths(await (await fetch(base + path)).text())) seen.add(linked);
    expect(seen.size).toBeGreaterThan(20);
    for (const path of seen) {
      expect(`${path}/`).toContain(`${BASE_PATH}/`);
      // The documentation has examples of calls that require a session or another method.
      const statuses = path.startsWith(`${BASE_PATH}/v1/`) ? [200, 401, 405] : [200];
      expect(statuses, path).toContain((await fetch(url + path)).status);
    }

    const email = ada.user!.email as string;
    await new ApiClient(base).post("/v1/auth/password-reset", { email });
    const link = await waitForLink(dataDir, email, `${BASE_PATH}/reset-password`);
    expect((await fetch(url + link)).status).toBe(200);
  });

  test("other paths return 404, except health checks; hosts of status pages have no base path", async ({
    getServer,
    orgID,
  }) => {
    const { url } = await getServer(ENV);
    const ada = await signUp(url + BASE_PATH);
    await addComponent(ada, orgID);
    for (const path of ["/healthz", "/readyz", `${BASE_PATH}/healthz`, `${BASE_PATH}/readyz`])
      expect((await fetch(url + path)).status, path).toBe(200);
    for (const path of ["/", "/login", "/v1/me", "/_next/", `/status/${orgID}`, "/status-apps"])
      expect((await fetch(url + path)).status, path).toBe(404);
    const moved = await sendRawRequest(url, "GET", `${BASE_PATH}//v1/me?a=b`);
    expect([moved.status, moved.headers.get("location")]).toEqual([308, `${BASE_PATH}/v1/me?a=b`]);
    const headers = { Host: `${orgID}.pages.example.com` };
    const page = await sendRawRequest(url, "GET", "/", { headers });
    expect(page.status).toBe(200);
    expect(page.text).toContain('href="/history"');
    expect((await sendRawRequest(url, "GET", `${BASE_PATH}/login`, { headers })).status).toBe(404);
  });

  test("the status page of STATUS_HOME is at BASE_PATH itself, and the dashboard is under it", async ({
    launch,
  }) => {
    const { url } = await launch({ ...ENV, STATUS_HOME: "acme" });
    await addComponent(await signUp(url + BASE_PATH), "acme", "Difference engine");
    const text = await (await fetch(url + BASE_PATH)).text();
    expect(text).toContain("Difference engine");
    expect(text).toContain(`href="${BASE_PATH}/history"`);
    expect(text).toContain(`<link rel="canonical" href="${ORIGIN}${BASE_PATH}"/>`);
    for (const path of ["/history", "/api/v2/summary.json", "/login", "/status/acme"])
      expect((await fetch(url + BASE_PATH + path)).status, path).toBe(200);
  });

  test("users can register, use the dashboard, and sign out under BASE_PATH", async ({
    launch,
    page,
  }) => {
    const { url } = await launch(BUILD);
    const base = url + BASE_PATH;
    const elsewhere: string[] = [];
    const failed: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(base)) elsewhere.push(request.url());
    });
    page.on("response", (response) => {
      if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
    });
    await page.goto(`${base}/register`);
    await page.getByLabel("Name").fill("Ada Lovelace");
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.waitForURL(`${base}/dashboard`);
    const [cookie] = await page.context().cookies(base);
    expect(cookie).toMatchObject({ name: "session_token", path: BASE_PATH });

    await page.getByLabel("Name", { exact: true }).fill("Acme");
    await page.getByLabel("Id").fill("acme");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`${base}/dashboard/acme/setup`);
    await page.getByLabel("Components").fill("Website");
    await page.getByRole("button", { name: "Add 1 component" }).click();
    await expect(
      page.getByRole("main").getByRole("link", { name: "View status page" }),
    ).toHaveAttribute("href", `${BASE_PATH}/status/acme`);
    await page.getByRole("link", { name: "Add a subscriber" }).click();
    await expect(page).toHaveURL(`${base}/dashboard/acme/subscribers?do=add`);
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await expect(page).toHaveURL(`${base}/dashboard/acme/subscribers`);

    await page.goto(`${base}/dashboard/acme/settings/sharing`);
    await expect(page.getByRole("img", { name: /Current status badge/ })).toBeVisible();
    await page.goto(`${base}/dashboard/acme/maintenances`);
    await page.getByRole("button", { name: "Calendar" }).click();
    await expect(page).toHaveURL(`${base}/dashboard/acme/maintenances?view=calendar`);

    await page.goto(`${base}/status/acme`);
    await expect(page.getByRole("heading", { name: "Website" })).toBeVisible();
    await page.goto(`${base}/dashboard/acme`);
    await page.getByRole("button", { name: "Ada Lovelace" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.waitForURL(`${base}/login`);
    await page.goto(`${base}/account`);
    await expect(page).toHaveURL(`${base}/login?next=%2Faccount`);
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(`${base}/account`);
    expect(elsewhere.filter((requested) => !requested.startsWith("data:"))).toEqual([]);
    expect(failed).toEqual([]);
  });

  test("a server whose BASE_PATH differs from that of its build does not start", async () => {
    const { code, stderr } = await startWithInvalidSettings({ ...BUILD, BASE_PATH: "/other" });
    expect(code).toBe(1);
    expect(stderr).toBe(
      'candor: BASE_PATH: the build is for "/status-app", not "/other". ' +
        "Run npm run build with the same BASE_PATH.\n",
    );
  });
});

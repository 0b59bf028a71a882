import type { Page } from "@playwright/test";
import { addMember, type DirectDatabase, type Role } from "../support/database";
import { expect as impatient, test } from "../support/fixtures";
import { complaints, create, newHandle, type Person, signIn } from "./people";

/** Reads come every five seconds, and a busy machine draws late. */
const expect = impatient.configure({ timeout: 15_000 });
test.slow();

/** An organization of who signs in on the page, with components by these names. Returns its id, and theirs. */
async function setUp(page: Page, names: readonly string[] = ["Checkout", "API"]): Promise<{ person: Person; handle: string; ids: string[] }> {
  const person = await signIn(page);
  const handle = newHandle();
  await create(page, "/v1/organizations", { id: handle, name: "Acme" });
  const ids: string[] = [];
  for (const name of names) ids.push((await create(page, `/v1/organizations/${handle}/components`, { name })).id);
  return { person, handle, ids };
}

const subscribe = async (page: Page, handle: string, count: number): Promise<void> => {
  for (let number = 1; number <= count; number++) await create(page, `/v1/organizations/${handle}/subscribers`, { channel: "email", address: `${number}@${handle}.example`, skip_confirmation: true });
};

/** Somebody else, signed in on a page of their own, with a role in the organization. */
async function colleague(page: Page, database: DirectDatabase, handle: string, role: Role): Promise<void> {
  const { email } = await signIn(page);
  const [user] = await database.query<{ id: string }>("SELECT id FROM users WHERE email = ?", email);
  await addMember(database, handle, user!.id, role);
}

const timeline = (page: Page) => page.getByRole("list", { name: "Updates" }).locator(":scope > li");

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("an incident is reported, followed up and resolved by the thumb, and each step says who hears of it", async ({ page }) => {
    const { handle } = await setUp(page);
    await subscribe(page, handle, 2);
    const complained = complaints(page);
    await page.goto(`/dashboard/${handle}/incidents/new`);
    await expect(page.getByLabel("Title")).toBeFocused();
    await page.getByLabel("Title").fill("Card payments fail");
    await page.getByText("Major", { exact: true }).tap();
    await page.getByRole("checkbox", { name: "Checkout" }).tap();
    await expect(page.getByRole("combobox", { name: "Status of Checkout" })).toContainText("Partial outage");
    const send = page.getByRole("button", { name: "Report and tell 2" });
    await expect(send).toBeInViewport({ ratio: 1 });

    await page.getByRole("button", { name: "Preview" }).tap();
    const preview = page.getByRole("dialog", { name: "What others will see" });
    await expect(preview.getByRole("heading", { name: "Card payments fail" })).toBeVisible();
    await expect(preview.getByRole("list", { name: "Why" }), "what the page says as a whole").toContainText("Checkout: Card payments fail");
    await preview.getByRole("tab", { name: "The mail" }).tap();
    await expect(preview.frameLocator("iframe").getByText("Card payments fail").first()).toBeVisible();
    await preview.getByRole("button", { name: "Close" }).tap();
    await send.tap();

    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Card payments fail");
    await expect(timeline(page).first()).toContainText("We are currently investigating this issue.");
    await expect(timeline(page).first()).toContainText("To subscribers");
    await page.getByText("Identified", { exact: true }).tap();
    await page.getByLabel("What to say").fill("A certificate has expired.");
    await page.getByLabel("Status of Checkout").selectOption("Major outage");
    await page.getByRole("switch", { name: "Tell subscribers" }).tap();
    await page.getByRole("button", { name: "Post silently" }).tap();
    await expect(timeline(page).first()).toContainText("A certificate has expired.");
    await expect(timeline(page).first()).toContainText("Silent");
    await expect(page.getByLabel("What to say")).toHaveValue("");

    await page.getByRole("button", { name: "Resolve", exact: true }).tap();
    await page.getByRole("dialog").getByRole("button", { name: "Resolve and tell 2" }).tap();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(timeline(page).first()).toContainText("This incident has been resolved.");
    await expect(page.getByRole("button", { name: "Reopen" })).toBeVisible();
    await expect(page.getByRole("table", { name: "Deliveries by channel and state" }).getByRole("row", { name: /^Email/ })).toHaveText("Email4");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    // The runner's own script, which the frame of the mail lets in as little as any other.
    expect(complained.filter((line) => !line.startsWith("Blocked script execution in 'about:srcdoc'"))).toEqual([]);
  });
});

test("the list is searched and filtered by its address, and what is older is a press away", async ({ page }) => {
  const { handle, ids } = await setUp(page);
  const path = `/v1/organizations/${handle}/incidents`;
  const past = (title: string, day: number) => create(page, path, { title, impact: "minor", started_at: new Date(Date.UTC(2026, 0, day, 10)), resolved_at: new Date(Date.UTC(2026, 0, day, 11, 20)) });
  await Promise.all(Array.from({ length: 50 }, (_, index) => past(`Past trouble ${index + 1}`, index + 1)));
  await create(page, path, { title: "Checkout is down", impact: "critical", component_ids: [ids[0]] });
  await page.goto(`/dashboard/${handle}/incidents`);
  const rows = page.getByRole("list", { name: "Incidents" }).getByRole("listitem");
  await expect(rows).toHaveCount(50);
  await expect(page.getByText("1 unresolved.")).toBeVisible();
  await expect(rows.first()).toContainText("Checkout is downCheckout");
  await page.getByRole("button", { name: "Show older incidents" }).click();
  await expect(rows).toHaveCount(51);
  await expect(rows.last()).toContainText("Past trouble 1");
  await expect(rows.last()).toContainText("took 1 h 20 min");

  await page.getByLabel("Search titles").fill("47 trouble");
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/\?q=47\+trouble$/);
  await page.getByLabel("Impact").selectOption("Critical");
  await expect(page.getByText("No incident is like that")).toBeVisible();
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page.getByLabel("Search titles")).toHaveValue("");
  await page.getByLabel("Component").selectOption("Checkout");
  await page.getByLabel("Status").selectOption("Unresolved");
  await page.reload();
  await expect(rows).toHaveText([/^Checkout is down/]);
  await expect(page.getByLabel("Component")).toHaveValue(ids[0]!);
});

test("a report survives a session that ends and a reload, and is sent once", async ({ page, database }) => {
  const { person, handle, ids } = await setUp(page);
  await page.goto(`/dashboard/${handle}/incidents/new`);
  await page.getByLabel("Title").fill("Nothing is lost");
  await page.getByRole("radio", { name: "Minor" }).check({ force: true });
  await page.getByRole("checkbox", { name: "API" }).check();
  await page.getByLabel("First words").fill("It was typed at three in the morning.");
  await database.query("DELETE FROM sessions WHERE user_id = (SELECT id FROM users WHERE email = ?)", person.email);
  await page.getByRole("button", { name: /^Report/ }).click();

  const again = page.getByRole("dialog", { name: "Sign in again" });
  await again.getByLabel("Password").fill(person.password);
  await again.getByRole("button", { name: "Sign in" }).click();
  await expect(again).toHaveCount(0);
  await expect(page.getByLabel("Title")).toHaveValue("Nothing is lost");
  expect((await page.request.get(`/v1/organizations/${handle}/incidents`).then((response) => response.json())) as unknown[]).toEqual([]);

  await page.reload();
  await expect(page.getByText("Your draft is back. It was not sent.")).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("Nothing is lost");
  await expect(page.getByRole("radio", { name: "Minor" })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: "API" })).toBeChecked();
  await page.getByRole("button", { name: /^Report/ }).click();
  await expect(timeline(page)).toContainText(["It was typed at three in the morning."]);
  const [incident, ...more] = (await page.request.get(`/v1/organizations/${handle}/incidents`).then((response) => response.json())) as { component_ids: string[] }[];
  expect(more).toEqual([]);
  expect(incident!.component_ids).toEqual([ids[1]]);
  await page.goto(`/dashboard/${handle}/incidents/new`);
  await expect(page.getByLabel("Title")).toHaveValue("");
});

test("two admins correct one incident: the second sees both versions, and decides", async ({ page, browser, baseURL, database }) => {
  const { handle } = await setUp(page, []);
  const incident = await create(page, `/v1/organizations/${handle}/incidents`, { title: "As reported", impact: "minor" });
  const path = `/v1/organizations/${handle}/incidents/${incident.id}`;
  const other = await browser.newPage({ baseURL: baseURL! });
  await colleague(other, database, handle, "admin");

  await page.goto(`/dashboard/${handle}/incidents/${incident.id}?do=correct`);
  const correct = page.getByRole("dialog", { name: "Correct the incident" });
  await correct.getByLabel("Title").fill("As I know it");
  // What this form does not show is nobody's conflict.
  await create(other, `${path}/updates`, { status: "identified" });
  await correct.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("As I know it");

  await page.goto(`/dashboard/${handle}/incidents/${incident.id}?do=correct`);
  await correct.getByLabel("Title").fill("As I know it better");
  expect((await other.request.patch(path, { data: { title: "As they know it", impact: "major" } })).status()).toBe(200);
  await correct.getByRole("button", { name: "Save" }).click();
  const conflict = page.getByRole("dialog", { name: "Somebody saved this meanwhile" });
  await expect(conflict.getByRole("row", { name: /^Title/ })).toContainText("As they know it");
  await expect(conflict.getByRole("row", { name: /^Title/ })).toContainText("As I know it better");
  await expect(conflict.getByRole("row", { name: /^Impact/ })).toHaveText(/Major.*Minor/);
  await conflict.getByRole("button", { name: "Save mine over it" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("As I know it better");
  await other.close();
});

test("two write on one incident: the second is shown both, by keyboard too, and posts, goes on or gives up", async ({ page, browser, baseURL, database }) => {
  const { handle, ids } = await setUp(page);
  const incident = await create(page, `/v1/organizations/${handle}/incidents`, { title: "Card payments fail", impact: "major", component_ids: [ids[0]] });
  const path = `/v1/organizations/${handle}/incidents/${incident.id}`;
  const other = await browser.newPage({ baseURL: baseURL! });
  await colleague(other, database, handle, "editor");
  const complained = complaints(page);

  await page.goto(`/dashboard/${handle}/incidents/${incident.id}`);
  await page.getByLabel("What to say").fill("A disk is full.");
  await page.getByText("Monitoring", { exact: true }).click();
  await page.getByLabel("Status of Checkout").selectOption("Degraded performance");
  await create(other, `${path}/updates`, { status: "identified", body: "A certificate has expired.", components: [{ id: ids[0], status: "major_outage" }] });
  await page.getByRole("switch", { name: "Tell subscribers" }).click();
  await page.getByRole("button", { name: "Post silently" }).click();
  const both = page.getByRole("dialog", { name: "Something was posted meanwhile" });
  await expect(both.getByRole("region", { name: "Posted meanwhile" })).toContainText(/Identified.*Grace Hopper.*To subscribers.*A certificate has expired\..*Checkout Partial outage.*Major outage/s);
  await expect(both.getByRole("region", { name: "Yours, not sent" })).toContainText(/Monitoring.*Silent.*A disk is full\..*Checkout Degraded performance/s);
  await expect(both).toHaveAccessibleDescription(/Yours was not sent/);
  // A reload is as good as a window that is left open.
  await page.reload();
  await expect(page.getByText("Your draft is back.")).toBeVisible();
  await page.getByRole("button", { name: "Post silently" }).click();
  await expect(both).toContainText("A certificate has expired.");
  await both.getByRole("button", { name: "Post mine anyway" }).focus();
  await page.keyboard.press("Enter");
  await expect(both).toHaveCount(0);
  await expect(timeline(page).first()).toContainText(/Monitoring.*A disk is full\./s);
  await expect(timeline(page)).toHaveCount(3);

  // Who resolves what is resolved by then is shown that too, in a window that does not go by itself.
  await page.getByRole("button", { name: "Resolve", exact: true }).click();
  await page.getByRole("dialog").getByLabel("What to say").fill("All is well.");
  await create(other, `${path}/resolve`, { body: "A new certificate is in." }, 200);
  await expect(page.getByText("Somebody posted an update while you wrote this.")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: /^(Resolve|Post)/ }).click();
  await expect(both.getByRole("region", { name: "Posted meanwhile" })).toContainText("A new certificate is in.");
  await both.getByRole("button", { name: "Discard mine" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Reopen" })).toBeVisible();
  await expect(timeline(page)).toHaveCount(4);
  expect(complained).toEqual([expect.stringContaining("409"), expect.stringContaining("409"), expect.stringContaining("409")]);
  await other.close();
});

test("an incident is reported by the keyboard alone, and Enter in its title tells nobody yet", async ({ page }) => {
  const { handle } = await setUp(page, ["API", "Website", "Checkout", "Search", "Emails", "Webhooks", "Dashboard", "Imports", "Exports"]);
  await page.goto(`/dashboard/${handle}/incidents`);
  await expect(page.getByText("No incidents", { exact: true })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(page.getByPlaceholder("Go to, or do…")).toBeFocused();
  await page.keyboard.type("report");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Title")).toBeFocused();
  await page.keyboard.type("Search is slow");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "Minor" })).toBeChecked();
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Find a component")).toBeFocused();
  await page.keyboard.type("sear");
  await expect(page.getByRole("checkbox")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("checkbox", { name: "Search" })).toBeFocused();
  await expect(page.getByRole("checkbox", { name: "Search" })).toBeChecked();
  await page.keyboard.press("Tab");
  await page.keyboard.type("Ma");
  await expect(page.getByRole("combobox", { name: "Status of Search" })).toHaveValue("major_outage");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Search is slow");
  await expect(page.getByRole("complementary", { name: "About this incident" }).getByRole("listitem")).toHaveText(["SearchMajor outage"]);
  await expect(timeline(page)).toHaveCount(1);
});

test("a template fills the form, but takes away nothing that was typed unless asked to", async ({ page }) => {
  const { handle, ids } = await setUp(page);
  await create(page, `/v1/organizations/${handle}/templates`, { kind: "incident", name: "API down", title: "The API answers with errors", impact: "critical", status: "identified", body: "We are on it.", component_ids: [ids[1]] });
  await page.goto(`/dashboard/${handle}/incidents/new`);
  await page.getByLabel("Title").fill("Mine");
  await page.getByLabel("Template").selectOption("API down");
  await expect(page.getByText("The template has another title than you typed.")).toBeVisible();
  await expect(page.getByLabel("First words")).toHaveValue("");
  await page.getByRole("button", { name: "Keep mine, fill in the rest" }).click();
  await expect(page.getByLabel("Title")).toHaveValue("Mine");
  await expect(page.getByLabel("First words")).toHaveValue("We are on it.");
  await expect(page.getByRole("radio", { name: "Critical" })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: "API" })).toBeChecked();

  // Nothing is told of what lies in the past, and what is wrong with it is said at its field.
  await page.getByText("It began earlier").click();
  await page.getByLabel("Began").fill("2026-01-02T10:00");
  await page.getByLabel("Ended").fill("2026-01-02T09:00");
  await page.getByRole("button", { name: "Report silently" }).click();
  await expect(page.getByLabel("Ended")).toHaveAccessibleDescription(/^Ended must not be before started_at\./);
  await page.getByLabel("Ended").fill("2026-01-02T11:30");
  await page.getByRole("button", { name: "Report silently" }).click();
  await expect(page.getByText("took 1 h 30 min")).toBeVisible();
  await expect(timeline(page)).toContainText(["We are on it.", "We are currently investigating this issue."]);
});

test("reopened, an incident says of its components again what it said before, and the form does not say otherwise", async ({ page }) => {
  const { handle, ids } = await setUp(page);
  const at = `/v1/organizations/${handle}/incidents`;
  const { id } = await create(page, at, { title: "Payments fail", impact: "critical", component_ids: [ids[0]] });
  await create(page, `${at}/${id}/resolve`, {}, 200);
  await page.goto(`/dashboard/${handle}/incidents/${id}?do=reopen`);
  const dialog = page.getByRole("dialog", { name: "Reopen the incident" });
  await expect(dialog.getByLabel("Status of Checkout").locator("option:checked")).toHaveText("As before it was resolved");
  await dialog.getByRole("button", { name: "Reopen", exact: true }).click();
  await expect(page.getByRole("complementary", { name: "About this incident" })).toContainText("CheckoutMajor outage");
});

test("what was said can be edited with its earlier versions kept, and a postmortem is drafted, published and taken back", async ({ page }) => {
  const { handle } = await setUp(page);
  const incident = await create(page, `/v1/organizations/${handle}/incidents`, { title: "Over", impact: "minor", status: "resolved", body: "It is ovre." });
  await page.goto(`/dashboard/${handle}/incidents/${incident.id}`);
  await page.getByRole("button", { name: "Edit this update" }).click();
  await page.getByLabel("Words").fill("It is over.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(timeline(page).first()).toContainText("It is over.");
  await timeline(page).first().getByText("Edited").click();
  await expect(timeline(page).first()).toContainText("It is ovre.");

  await page.getByRole("button", { name: "Write a postmortem" }).click();
  const postmortem = page.getByRole("region", { name: "Postmortem" });
  await postmortem.getByLabel("What was learned").fill("A disk was full.");
  await postmortem.getByRole("button", { name: "Preview" }).click();
  await expect(postmortem.getByText("As it will be read")).toBeVisible();
  await page.reload();
  await expect(postmortem.getByLabel("What was learned")).toHaveValue("A disk was full.");
  await postmortem.getByRole("button", { name: "Save draft" }).click();
  await expect(postmortem.getByText("Draft, for members alone")).toBeVisible();
  await postmortem.getByRole("button", { name: "Edit the postmortem" }).click();
  await postmortem.getByRole("button", { name: "Publish and tell subscribers" }).click();
  await expect(postmortem.getByText("Published", { exact: true })).toBeVisible();
  await postmortem.getByRole("button", { name: "Edit the postmortem" }).click();
  await postmortem.getByRole("button", { name: "Take it back to a draft" }).click();
  await expect(postmortem.getByText("Draft, for members alone")).toBeVisible();

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete incident" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete incident" }).click();
  await expect(page).toHaveURL(`/dashboard/${handle}/incidents`);
  await expect(page.getByText("No incidents", { exact: true })).toBeVisible();
});

test("words over which a colleague has written are not laid over theirs after a reload: both are shown", async ({ page }) => {
  const { handle } = await setUp(page);
  const incident = await create(page, `/v1/organizations/${handle}/incidents`, { title: "Over", impact: "minor", status: "resolved", body: "It is ovre." });
  const path = `/v1/organizations/${handle}/incidents/${incident.id}`;
  await page.goto(`/dashboard/${handle}/incidents/${incident.id}`);
  await page.getByRole("button", { name: "Edit this update" }).click();
  await page.getByLabel("Words").fill("It is over, we hope.");
  await page.getByRole("button", { name: "Write a postmortem" }).click();
  await page.getByLabel("What was learned").fill("My reasons.");
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain("My reasons.");

  const [update] = (await (await page.request.get(`${path}/updates`)).json()) as { id: string }[];
  expect((await page.request.patch(`${path}/updates/${update!.id}`, { data: { body: "It is over since noon." } })).status()).toBe(200);
  expect((await page.request.put(`${path}/postmortem`, { data: { body: "Their reasons." } })).ok()).toBe(true);
  await expect(page.getByText("Draft, for members alone"), "a form that is open stays open").toBeVisible();
  await expect(page.getByLabel("What was learned")).toHaveValue("My reasons.");
  await page.reload();
  await expect(page.getByLabel("What was learned")).toHaveValue("My reasons.");
  await page.getByRole("button", { name: "Save draft" }).click();
  const conflict = page.getByRole("dialog");
  await expect(conflict).toContainText("Their reasons.");
  await conflict.getByRole("button", { name: /theirs/i }).click();
  await expect(page.getByLabel("What was learned")).toHaveValue("Their reasons.");

  await expect(page.getByLabel("Words"), "what was not sent is not hidden").toHaveValue("It is over, we hope.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(conflict).toContainText("It is over since noon.");
});

test("of a postmortem and of an update that are deleted meanwhile nothing that was written is lost", async ({ page }) => {
  const { handle } = await setUp(page);
  const incident = await create(page, `/v1/organizations/${handle}/incidents`, { title: "Over", impact: "minor", status: "resolved", body: "It is ovre." });
  const path = `/v1/organizations/${handle}/incidents/${incident.id}`;
  expect((await page.request.put(`${path}/postmortem`, { data: { body: "A disk was full." } })).ok()).toBe(true);
  await page.goto(`/dashboard/${handle}/incidents/${incident.id}?do=postmortem`);
  await expect(page.getByLabel("What was learned")).toBeFocused();
  await page.getByLabel("What was learned").fill("A disk was full, and nobody was told.");
  expect((await page.request.delete(`${path}/postmortem`)).status()).toBe(204);
  await page.getByRole("button", { name: "Save draft" }).click();
  const conflict = page.getByRole("dialog");
  await conflict.getByRole("button", { name: /mine/i }).click();
  await expect(page.getByText("The postmortem is saved.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Postmortem" })).toContainText("A disk was full, and nobody was told.");
  await expect(page.getByRole("button", { name: "Edit the postmortem" }), "the focus is where it was begun").toBeFocused();

  await page.getByRole("button", { name: "Edit this update" }).click();
  await expect(page.getByLabel("Words", { exact: true })).toBeFocused();
  await page.getByLabel("Words", { exact: true }).fill("It is over, we hope.");
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain("we hope");
  expect((await page.request.delete(path)).status()).toBe(204);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This incident is gone");
  await expect(page.getByRole("main").getByRole("alert")).toContainText("It is over, we hope.");
});

test("to delete a postmortem sends nothing else, whatever was typed", async ({ page }) => {
  const { handle } = await setUp(page);
  const incident = await create(page, `/v1/organizations/${handle}/incidents`, { title: "Over", impact: "minor", status: "resolved" });
  const path = `/v1/organizations/${handle}/incidents/${incident.id}/postmortem`;
  expect((await page.request.put(path, { data: { body: "A disk was full." } })).ok()).toBe(true);
  const writes: string[] = [];
  page.on("request", (request) => !["GET", "HEAD"].includes(request.method()) && writes.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.goto(`/dashboard/${handle}/incidents/${incident.id}?do=postmortem`);
  await page.getByLabel("What was learned").fill("A disk was full, twice.");
  await page.getByRole("region", { name: "Postmortem" }).getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete postmortem" }).click();
  await expect(page.getByRole("button", { name: "Write a postmortem" })).toBeVisible();
  expect(writes).toEqual([`DELETE ${path}`]);
});

test("an update whose answer was lost is posted once, and edited meanwhile it is not posted under the same name", async ({ page }) => {
  const { handle } = await setUp(page);
  const incident = await create(page, `/v1/organizations/${handle}/incidents`, { title: "Slow", impact: "minor" });
  await page.goto(`/dashboard/${handle}/incidents/${incident.id}`);
  const words = page.getByLabel("What to say");
  const lose = () =>
    page.route("**/updates", async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      await route.fetch();
      await route.abort();
      await page.unroute("**/updates");
    });
  const send = page.getByRole("region", { name: "Post an update" }).getByRole("button", { name: "Post", exact: true });
  await lose();
  await words.fill("We know why.");
  await send.click();
  await expect(page.getByText("The server cannot be reached.")).toBeVisible();
  await send.click();
  await expect(words).toHaveValue("");
  await expect(timeline(page)).toHaveCount(2);

  await lose();
  await words.fill("A fix is on the way.");
  await send.click();
  await expect(page.getByText("The server cannot be reached.")).toBeVisible();
  await words.fill("A fix is on its way.");
  await send.click();
  await expect(page.getByText("Your first attempt did arrive")).toBeVisible();
  await expect(timeline(page)).toHaveCount(3);
});

test("the way back closes a window first, and leaves the screen then", async ({ page }) => {
  const { handle } = await setUp(page);
  const { id } = await create(page, `/v1/organizations/${handle}/incidents`, { title: "Logins fail", impact: "minor" });
  await page.goto(`/dashboard/${handle}/incidents`);
  await page.getByRole("link", { name: "Logins fail" }).click();
  await page.getByRole("button", { name: "Resolve" }).click();
  await expect(page).toHaveURL(`/dashboard/${handle}/incidents/${id}?do=resolve`);
  await page.getByRole("dialog").getByLabel("What to say").fill("It was a cable.");
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(`/dashboard/${handle}/incidents/${id}`);
  await page.getByRole("button", { name: "Resolve" }).click();
  await expect(page.getByRole("dialog").getByLabel("What to say"), "what was written is kept").toHaveValue("It was a cable.");
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(`/dashboard/${handle}/incidents`);
});

test("a window that a colleague has made pointless is over, and does not open by itself when it would have a point again", async ({ page }) => {
  const { handle } = await setUp(page);
  const api = `/v1/organizations/${handle}/incidents`;
  const { id } = await create(page, api, { title: "Logins fail", impact: "minor" });
  await page.goto(`/dashboard/${handle}/incidents/${id}?do=resolve`);
  await expect(page.getByRole("dialog", { name: "Resolve the incident" })).toBeVisible();
  await create(page, `${api}/${id}/updates`, { status: "resolved", body: "It was a cable." });
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(`/dashboard/${handle}/incidents/${id}`);
  await create(page, `${api}/${id}/updates`, { status: "investigating", body: "It was not." });
  await expect(page.getByRole("button", { name: "Resolve" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a viewer sees every incident, and no button that writes", async ({ page, browser, baseURL, database }) => {
  const owner = await browser.newPage({ baseURL: baseURL! });
  const { handle } = await setUp(owner);
  const incident = await create(owner, `/v1/organizations/${handle}/incidents`, { title: "Seen by all", impact: "minor" });
  await owner.close();
  await colleague(page, database, handle, "viewer");
  await page.goto(`/dashboard/${handle}/incidents`);
  await page.getByRole("link", { name: "Seen by all" }).click();
  await expect(timeline(page)).toHaveCount(1);
  const main = page.getByRole("main");
  await expect(main.getByRole("button")).toHaveCount(0);
  await expect(main.getByRole("textbox")).toHaveCount(0);
  await main.getByRole("link", { name: "Incidents", exact: true }).click();
  await expect(page.getByRole("list", { name: "Incidents" }).getByRole("listitem")).toHaveCount(1);
  await expect(main.getByRole("link", { name: "Report incident" })).toHaveCount(0);
  await page.goto(`/dashboard/${handle}/incidents/new`);
  await expect(page.getByText("You may look, not report")).toBeVisible();
  await page.goto(`/dashboard/${handle}/incidents/${incident.id}?do=delete`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Seen by all");
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
});

import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import {
  buildEmailChangeNotice,
  buildPasswordResetEmail,
  buildSecurityNotice,
} from "@/lib/email/templates/account-emails";
import { buildConfirmationEmail } from "@/lib/email/templates/confirmation-email";
import { buildEventEmail } from "@/lib/email/templates/event-email";
import { buildInvitationEmail } from "@/lib/email/templates/invitation-email";
import { buildQuarantineEmail } from "@/lib/email/templates/quarantine-email";
import { toEmailOrganization } from "@/lib/email/email-organization";
import { getMessageTexts } from "@/lib/notifications/message-texts";
import { buildPayload } from "@/e2e/support/message-fixtures";
import { removeUrls } from "./names";

test("removeUrls: removes URLs, keeps other text, and uses the fallback if nothing is left", () => {
  for (const url of [
    "https://evil.example/x",
    "HTTPS://evil.example",
    "www.evil.example",
    "(www.evil.example)",
    "evil.example/win",
    "evil.example:8080",
    "evil.example?x=1",
    "ftp://x",
    "ｈttps：／／evil.example",
    "ht\u200btps://evil.example",
    "ht\u00adtps:\u00ad//evil.example",
    "evil。example/win",
    "evil｡example/win",
    "https:\\\\evil.example",
    "https:/\\evil.example",
    "evil.example\\win",
    "mailto:eve@evil.example",
    "203.0.113.9/win",
    "203.0.113.9:8080",
    "203.0.113.9?x=1",
    "[2001:db8::1]/win",
    "[2001:db8::1]:8080",
  ]) {
    expect(removeUrls(`Win ${url} now`, "-")).toBe("Win now");
  }
  for (const name of [
    "Booking.com",
    "status.acme.example is down",
    "TCP/IP",
    "Node.js?",
    "Acme.io: API",
    "v1.20/2",
    "10.0.0.0/8",
    "(10.0.0.0/8)",
    "203.0.113.9",
    "[12:30:05] Down",
    "C:\\Users",
  ])
    expect(removeUrls(name, "-")).toBe(name);
  expect(removeUrls("https://evil.example", "acme")).toBe("acme");
});

test("removeUrls: removes control and bidirectional characters", () => {
  expect(removeUrls("Ac\u202eme\u2066\u200f \r\nBcc: x\u0000y", "-")).toBe("Acme Bcc: x y");
});

test("removeUrls: processes a name of at least 100,000 characters in less than a second", () => {
  for (const part of ["a.", "www", ":/", ".aaaaaaaa", " "]) {
    const startedAt = performance.now();
    removeUrls(part.repeat(100_000), "-");
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  }
});

test("account and confirmation emails contain no URL from a user or component name", async () => {
  const name = "Pay https://evil.example/pay";
  const expires_at = "2027-01-01T00:00:00.000Z";
  const drafts = [
    buildSecurityNotice({
      notice: "new_device",
      name,
      ip_address: "",
      device: "Unknown client",
      at: expires_at,
    }),
    buildPasswordResetEmail({ name, token: "t", expires_at }),
    buildEmailChangeNotice({ name, email: "ada@example.com" }),
    buildConfirmationEmail({
      organization: toEmailOrganization({ id: "acme", name: "Acme", domain: null }),
      topics: [name],
      token: "t",
      expires_at,
    }),
  ];
  for (const { body } of drafts) expect(renderToStaticMarkup(body)).not.toContain("evil");
});

test("email subjects and chat messages contain no URL or bidirectional character from a name or title", () => {
  const attack = "Pay\u202e https://evil.example/pay www.evil.example";
  const organization = toEmailOrganization({ id: "acme", name: attack, domain: null });
  const payload = buildPayload("incident.created", attack);
  payload.components = payload.components.map((component) => ({ ...component, name: attack }));
  const links = { manage: "https://status.example/m", unsubscribe: "https://status.example/u" };
  const token = "t";
  const expires_at = "2027-01-01T00:00:00.000Z";
  const texts = getMessageTexts(
    { kind: "incident.created", language: "en", payload },
    organization,
  );
  const lines = [
    organization.name,
    buildEventEmail({ kind: "incident.created", language: "en", payload, organization, links })
      .subject,
    buildConfirmationEmail({ organization, topics: [], token, expires_at }).subject,
    buildInvitationEmail({
      organization: { id: "acme", name: attack },
      inviter: attack,
      role: "editor",
      token,
      expires_at,
    }).subject,
    buildQuarantineEmail({
      organization,
      channel: "webhook",
      endpoint: "e",
      failures: 10,
      failing_since: expires_at,
      last_error: "",
      token,
    }).subject,
    texts.subject,
    texts.headline,
    ...texts.components,
  ];
  for (const line of lines) expect(line).not.toMatch(/evil\.example|\u202e/);
});

import { expect, test } from "vitest";
import {
  parseApiSubscriber,
  readFormFields,
  readJsonFields,
  renameErrors,
  serializeApiSubscriber,
} from "./api-subscriber";

const parseForm = (form: string) => parseApiSubscriber(readFormFields(new URLSearchParams(form)));
const ID = "01993c5e-0000-7000-8000-000000000001";

test("a form can subscribe an email address or a webhook to all events, incidents, or components", () => {
  expect(parseForm("subscriber[email]=Ada@Example.com")).toEqual({
    channel: "email",
    address: parseForm("subscriber[email]=Ada@Example.com").address,
  });
  expect(
    parseForm(
      "subscriber[email]=a@example.com&subscriber[endpoint]=https://example.com/x&" +
        `subscriber[incident]=${ID}`,
    ),
  ).toEqual({
    channel: "webhook",
    address: "https://example.com/x",
    contact_email: "a@example.com",
    incident_ids: [ID],
  });
  for (const form of [
    `subscriber[component_ids][]=${ID}`,
    `subscriber[component_ids][0]=${ID}`,
    `subscriber[component_id]=${ID}`,
  ])
    expect(parseForm(`subscriber[email]=a@example.com&${form}`)).toEqual({
      channel: "email",
      address: "a@example.com",
      component_ids: [ID],
    });
});

test("a JSON body has the same fields as a form", () => {
  const subscriber = { email: "a@example.com", incident_id: ID };
  expect(parseApiSubscriber(readJsonFields({ subscriber }))).toEqual(
    parseForm(`subscriber[email]=a@example.com&subscriber[incident]=${ID}`),
  );
  for (const body of [null, 1, "x", [], {}, { subscriber: null }, { subscriber: "x" }])
    expect(() => parseApiSubscriber(readJsonFields(body))).toThrow(/invalid/);
});

test("fields named like built-in properties, and fields with objects or null, are ignored", () => {
  const email = "a@example.com";
  const expected = parseForm(`subscriber[email]=${email}`);
  for (const name of ["constructor", "__proto__", "toString"])
    expect(parseForm(`subscriber[email]=${email}&subscriber[${name}]=x`)).toEqual(expected);
  const subscriber = { email, endpoint: null, phone_number: {}, component_ids: [null] };
  expect(parseApiSubscriber(readJsonFields({ subscriber }))).toEqual(expected);
  expect(() => parseApiSubscriber(readJsonFields({ subscriber: { email: {} } }))).toThrow(
    /invalid/,
  );
});

test("errors name the fields of the Statuspage API", () => {
  const listErrors = (form: string) => {
    try {
      parseForm(form);
    } catch (error) {
      return (error as { extra: { errors: { path: string }[] } }).extra.errors.map(
        ({ path }) => path,
      );
    }
    return [];
  };
  expect(listErrors("")).toEqual(["subscriber[email]"]);
  expect(listErrors("subscriber[endpoint]=x")).toEqual([
    "subscriber[endpoint]",
    "subscriber[email]",
  ]);
  expect(listErrors("subscriber[phone_number]=4155555555")).toEqual(["subscriber[phone_number]"]);
  expect(
    renameErrors(
      ["address", "incident_ids.0", "component_ids.1"].map((path) => ({ path, message: "m" })),
      "email",
    ).map(({ path }) => path),
  ).toEqual(["subscriber[email]", "subscriber[incident]", "subscriber[component_ids]"]);
});

test("the response to a subscription has the request's data, no ID, and a webhook's secret", () => {
  const now = new Date("2026-11-20T12:00:00Z");
  const email = { channel: "email", address: "a@example.com" } as const;
  expect(serializeApiSubscriber(email, { status: "pending" }, now)).toEqual({
    subscriber: {
      id: null,
      mode: "email",
      email: "a@example.com",
      created_at: "2026-11-20T12:00:00.000Z",
      skip_confirmation_notification: false,
      quarantined_at: null,
      purge_at: null,
    },
  });
  const webhook = {
    channel: "webhook",
    address: "https://example.com/x",
    contact_email: "a@example.com",
  } as const;
  expect(
    serializeApiSubscriber(webhook, { status: "active", secret: "whsec_x" }, now),
  ).toMatchObject({
    subscriber: {
      mode: "webhook",
      endpoint: webhook.address,
      email: "a@example.com",
      secret: "whsec_x",
    },
  });
});

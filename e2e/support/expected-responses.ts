import { expect } from "@playwright/test";
import type { ApiResponse, JsonObject } from "./api";

export const anId: unknown = expect.stringMatching(/^[\w-]+$/);
export const aTimestamp: unknown = expect.stringMatching(
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
);
const aSentence: unknown = expect.stringMatching(/\S/);

/** Fields that most resources have. */
const aResource = { id: anId, created_at: aTimestamp, updated_at: aTimestamp };
const anUpdate = {
  ...aResource,
  format: "plain",
  components: [],
  notified: true,
  author_id: anId,
  edited_at: null,
  earlier: [],
  translations: {},
};

export const expectedUser = (expected: { email: string; name: string }) => ({
  ...aResource,
  ...expected,
});

export const expectedOrganization = (id: string, expected: JsonObject = {}) => ({
  id,
  name: id,
  subdomain: id,
  subdomain_suffix: null,
  subdomain_url: null,
  role: "owner",
  time_zone: "Etc/UTC",
  about: "",
  about_format: "plain",
  translations: {},
  website_url: null,
  support_url: null,
  reply_to: null,
  accent_color: null,
  header_color: null,
  font: "inter",
  corners: "rounded",
  header_links: [],
  footer_links: [],
  footer_text: "",
  powered_by: true,
  languages: ["en"],
  indexed: true,
  suspended_at: null,
  logo_url: null,
  logo_dark_url: null,
  favicon_url: null,
  cover_url: null,
  page_url: `/status/${id}`,
  created_at: aTimestamp,
  updated_at: aTimestamp,
  ...expected,
});

export const expectedMember = (expected: JsonObject) => ({
  id: anId,
  name: aSentence,
  email: expect.stringContaining("@") as unknown,
  joined_at: aTimestamp,
  ...expected,
});

export const expectedToken = (organization: string, expected: JsonObject) => ({
  id: anId,
  organization_id: organization,
  grants: [],
  hint: expect.stringMatching(/^candor_[\w-]{5}$/) as unknown,
  created_at: aTimestamp,
  expires_at: null,
  last_used_at: null,
  ...expected,
});

export const expectedComponent = (
  organization: string,
  expected: { name: string; position: number } & JsonObject,
) => ({
  ...aResource,
  organization_id: organization,
  description: "",
  status: "operational",
  group_id: null,
  start_date: null,
  own_status: "operational",
  under_maintenance: false,
  status_set_at: null,
  status_set_by: null,
  archived_at: null,
  translations: {},
  ...expected,
});

export const expectedGroup = (
  organization: string,
  expected: { name: string; position: number } & JsonObject,
) => ({
  ...aResource,
  organization_id: organization,
  description: "",
  collapsed: false,
  component_ids: [],
  translations: {},
  ...expected,
});

export const expectedIncident = (
  organization: string,
  expected: { title: string; impact: string } & JsonObject,
) => ({
  ...aResource,
  organization_id: organization,
  status: "investigating",
  started_at: aTimestamp,
  resolved_at: null,
  component_ids: [],
  translations: {},
  ...expected,
});

export const expectedMaintenance = (
  organization: string,
  expected: { title: string; scheduled_for: string; scheduled_until: string } & JsonObject,
) => ({
  ...aResource,
  organization_id: organization,
  status: "scheduled",
  started_at: null,
  ended_at: null,
  auto_start: true,
  auto_complete: true,
  reminder_minutes: 60,
  notify: true,
  component_ids: [],
  translations: {},
  ...expected,
});

export const expectedMaintenanceUpdate = (
  maintenance: string,
  expected: { status: string } & JsonObject,
) => ({
  ...anUpdate,
  maintenance_id: maintenance,
  body: aSentence,
  ...expected,
});

export const expectedIncidentDetail = (
  organization: string,
  expected: { title: string; impact: string } & JsonObject,
) => ({
  ...expectedIncident(organization, expected),
  components: [],
  postmortem: null,
  follower_count: 0,
  ...expected,
});

export const expectedIncidentUpdate = (
  incident: JsonObject,
  expected: { status: string; body: string } & JsonObject,
) => ({
  ...anUpdate,
  incident_id: incident.id,
  display_at: aTimestamp,
  ...expected,
});

export const expectedTemplate = (
  organization: string,
  expected: { kind: string; name: string; title: string } & JsonObject,
) => ({
  ...aResource,
  organization_id: organization,
  format: "plain",
  translations: {},
  ...expected,
});

export const TEXTS = {
  noSession: "Session cookie missing or invalid\n",
  badCredentials: "Invalid email or password\n",
  emailTaken: "Email already registered\n",
  notMember: "You are not a member of this organization. Ask an owner or admin to invite you.\n",
  foreignSite:
    "Requests from other sites are not accepted. To allow a site, add its origin to CORS_ORIGINS.\n",
};

export function expectPlainText(
  reply: ApiResponse<unknown>,
  status: 401 | 403 | 409,
  text = aSentence,
): void {
  expect({
    status: reply.status,
    type: reply.headers.get("content-type"),
    text: reply.text,
  }).toEqual({
    status,
    type: "text/plain; charset=utf-8",
    text,
  });
}

type Expected = { errors?: { path: string; message: unknown }[] | undefined; detail?: unknown };

/** Expects problem details (RFC 9457). Their `errors` may have any order. */
export function expectProblem(
  reply: ApiResponse<unknown>,
  status: number,
  { errors, detail = aSentence }: Expected = {},
): void {
  const type = reply.headers.get("content-type");
  const comparePaths = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1);
  const json = structuredClone(reply.json) as JsonObject & { errors?: { path: string }[] };
  json?.errors?.sort(comparePaths);
  expect({ status: reply.status, type, json }, reply.text).toEqual({
    status,
    type: "application/problem+json",
    json: {
      type: expect.stringMatching(/^\/docs#problem-[a-z_]+$/),
      title: aSentence,
      status,
      detail,
      request_id: reply.headers.get("x-request-id"),
      ...(errors && { errors: errors.toSorted(comparePaths) }),
    },
  });
}

export function expectInvalid(reply: ApiResponse<unknown>, ...paths: string[]): void {
  expectProblem(reply, 400, { errors: paths.map((path) => ({ path, message: aSentence })) });
}

/** Returns the JSON body of a response. Fails unless the response has `status`. */
export const expectStatus = <T>(reply: ApiResponse<T>, status = 200): T => {
  expect(reply.status, reply.text).toBe(status);
  return reply.json;
};

import { expect, test } from "vitest";
import { incidentOperations } from "@/lib/incidents/operations";
import { serializeIncidentContent, serializeIncidentDetail } from "@/lib/incidents/serialize";
import type { IncidentDetail } from "@/lib/incidents/queries";
import { computeETag } from "@/lib/precondition";
import { createRepresentation } from "./representation";

const now = new Date("2026-11-20T09:30:00Z");
const incident: IncidentDetail = {
  ...{ id: "i1", organizationId: "acme", title: "API is down", translations: {} },
  ...{ status: "investigating", impact: "major", startedAt: now, resolvedAt: null },
  ...{ createdAt: now, updatedAt: now, componentIds: [], components: [], postmortem: null },
  followerCount: 1,
};

test("the ETag of an incident depends on its content, but not on its number of followers", () => {
  const { getIncident, changeIncident } = incidentOperations;
  const request = new Request("http://localhost/v1/organizations/acme/incidents/i1");
  const getETag = (operation: typeof getIncident | typeof changeIncident, followerCount: number) =>
    createRepresentation(
      operation,
      request,
      serializeIncidentDetail({ ...incident, followerCount }),
    ).headers.ETag;
  const etag = computeETag(JSON.stringify(serializeIncidentContent(incident)));
  for (const operation of [getIncident, changeIncident])
    expect([1, 2].map((count) => getETag(operation, count))).toEqual([etag, etag]);
  const retitled = serializeIncidentContent({ ...incident, title: "API is slow" });
  expect(computeETag(JSON.stringify(retitled))).not.toBe(etag);
});

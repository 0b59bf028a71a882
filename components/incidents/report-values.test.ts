import { expect, test } from "vitest";
import type { TemplateResponse } from "@/lib/http/api-client";
import type { EventContext } from "@/components/updates/use-new-event";
import { findOverwrittenFields } from "@/components/templates/template-values";
import {
  completeReport,
  createReportSchema,
  emptyReport,
  incidentTemplates,
  toIncidentBody,
} from "./report-values";

const TIME_ZONE = "Asia/Kolkata";
const context: EventContext = {
  components: [
    { id: "a", name: "API *beta*", translations: { de: { name: "Schnittstelle" } } },
    { id: "b", name: "Website", translations: {} },
    { id: "c", name: "Search", translations: {} },
  ] as unknown as EventContext["components"],
  languages: ["en", "de"],
  timeZone: TIME_ZONE,
};
const fields = Object.keys(incidentTemplates.fields);

const template = {
  title: "API down",
  impact: "major",
  status: "identified",
  body: "We are on it.",
  format: "plain",
  component_ids: ["a"],
} as unknown as TemplateResponse;
const filling = incidentTemplates.toValues(template);

test("findOverwrittenFields lists no fields if the form is empty or unchanged", () => {
  expect(filling).toEqual({
    title: "API down",
    impact: "major",
    status: "identified",
    body: "We are on it.",
    format: "plain",
    chosen: { a: "" },
  });
  expect(incidentTemplates.toValues({ ...template, body: "" }).format).toBe("markdown");
  const empty = emptyReport;
  expect(findOverwrittenFields(fields, empty, filling, [empty])).toEqual([]);
  expect(
    findOverwrittenFields(
      fields,
      { ...empty, ...filling },
      { ...filling, title: "Other", body: "" },
      [empty, filling],
    ),
  ).toEqual([]);
});

test("findOverwrittenFields lists the fields whose user input a template would overwrite", () => {
  const typed = {
    ...emptyReport,
    ...filling,
    title: "Mine",
    chosen: { b: "major_outage" as const },
  };
  expect(findOverwrittenFields(fields, typed, filling, [emptyReport, filling])).toEqual([
    "title",
    "chosen",
  ]);
  expect(
    findOverwrittenFields(
      fields,
      { ...typed, title: filling.title, chosen: filling.chosen },
      filling,
      [emptyReport],
    ),
  ).toEqual([]);
});

test("toIncidentBody: a past incident is published as resolved and without notifications by default", () => {
  const values = {
    ...emptyReport,
    title: "Slow",
    impact: "minor" as const,
    chosen: { a: "" as const, b: "major_outage" as const },
  };
  expect(toIncidentBody(values, TIME_ZONE)).toEqual({
    format: "markdown",
    translations: {},
    title: "Slow",
    impact: "minor",
    status: "investigating",
    body: "",
    component_ids: ["a"],
    components: [{ id: "b", status: "major_outage" }],
    notify: true,
  });
  const past = toIncidentBody(
    { ...values, started_at: "2026-11-20T09:30", resolved_at: "2026-11-20T10:30" },
    TIME_ZONE,
  );
  expect(past).toMatchObject({
    status: "resolved",
    notify: false,
    started_at: "2026-11-20T04:00:00.000Z",
    resolved_at: "2026-11-20T05:00:00.000Z",
  });
  expect(
    toIncidentBody({ ...values, started_at: "2026-11-20T09:30", notify: true }, TIME_ZONE).notify,
  ).toBe(true);
});

test("the report form applies the API's validation, and each error names its field", () => {
  const reportSchema = createReportSchema(context);
  const result = reportSchema.safeParse(emptyReport);
  expect(result.error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
    ["title", "must not be empty"],
    ["impact", "is required"],
  ]);
  expect(
    reportSchema.safeParse({ ...emptyReport, title: "Slow", impact: "minor", started_at: "soon" })
      .error?.issues[0]?.path,
  ).toEqual(["started_at"]);
});

const NOW = Date.parse("2026-11-20T05:15:00Z");

test("completeReport replaces the variables of a template and removes deleted components", () => {
  const values = {
    ...emptyReport,
    title: "{{component}} is slow",
    body: "{{title}} since {{started}}, for {{duration}}. {{unknown}}",
    translations: {
      de: { title: "{{component}} langsam", body: "Seit {{started}}." },
      fr: { body: "{{title}}." },
    },
    chosen: { a: "" as const, b: "major_outage" as const, gone: "" as const },
  };
  expect(completeReport(values, context, NOW)).toEqual({
    ...values,
    title: "API *beta* and Website is slow",
    body: "API \\*beta\\* and Website is slow since Nov 20, 2026, 10:45 AM GMT+5:30, for {{duration}}. {{unknown}}",
    translations: {
      de: {
        title: "Schnittstelle und Website langsam",
        body: "Seit 20. Nov. 2026, 10:45 GMT+5:30.",
      },
      fr: { body: "API \\*beta\\* et Website is slow." },
    },
    chosen: { a: "", b: "major_outage" },
  });
  const past = {
    ...values,
    format: "plain" as const,
    started_at: "2026-11-20T09:30",
    resolved_at: "2026-11-20T10:35",
  };
  expect(completeReport(past, context, NOW).body).toBe(
    "API *beta* and Website is slow since Nov 20, 2026, 9:30 AM GMT+5:30, for 1 hr 5 min. {{unknown}}",
  );
  expect(
    completeReport({ ...values, chosen: {} }, context, NOW).title,
    "a variable without a value is not replaced",
  ).toBe("{{component}} is slow");
  expect(completeReport(values, { ...context, components: undefined }, NOW)).toBe(values);
});

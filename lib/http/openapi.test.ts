import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { z } from "zod";
import { defineOperations, type Operation, tags } from "@/lib/operation";
import { buildDocument, getOpenApiDocument } from "./openapi";
import { operations } from "./operations";

type Media = { schema: object; example?: unknown };
type DescribedResponse = {
  description: string;
  headers?: object;
  content?: Record<string, Media>;
  $ref?: string;
};
type Described = {
  operationId: string;
  parameters: { name?: string; $ref?: string; in?: string }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, DescribedResponse>;
  security: object[];
};
type OpenApiDocument = {
  openapi: string;
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, object>; responses: Record<string, DescribedResponse> };
  tags: { name: string }[];
};

const document = JSON.parse(new TextDecoder().decode(getOpenApiDocument().body)) as OpenApiDocument;
const all: Operation[] = Object.values(operations);
const described = all.map((declared) => ({
  declared,
  call: document.paths[declared.path]![declared.method.toLowerCase()]!,
}));
const getResponse = (call: Described, status: number | string): DescribedResponse => {
  const response = call.responses[status]!;
  return response.$ref === undefined
    ? response
    : document.components.responses[response.$ref.split("/").at(-1)!]!;
};

test("the OpenAPI document is valid OpenAPI 3.1", async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(
    structuredClone(document) as unknown as Record<string, unknown>,
  );
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
  expect(validator.version).toBe("3.1");
});

test("the OpenAPI document has every operation exactly once", () => {
  const ids = Object.values(document.paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  );
  expect(ids.toSorted()).toEqual(all.map(({ id }) => id).toSorted());
  expect(document.tags.map(({ name }) => name)).toEqual(
    Object.keys(tags).filter((tag) => all.some((declared) => declared.tag === tag)),
  );
});

test("every $ref in the OpenAPI document resolves", () => {
  const targets = new Set(
    [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path!),
  );
  const getTarget = (path: string) =>
    path
      .split("/")
      .reduce<unknown>(
        (part, key) => (part as Record<string, unknown> | undefined)?.[key],
        document,
      );
  expect(targets.size).toBeGreaterThan(20);
  expect([...targets].filter((path) => getTarget(path) === undefined)).toEqual([]);
});

test("every JSON body and response in the OpenAPI document has an example that matches its schema", () => {
  const ajv = addFormats.default(new Ajv2020({ strict: false, validateSchema: false }));
  ajv.addSchema(document, "document");
  const escape = (part: string) => part.replaceAll("~", "~0").replaceAll("/", "~1");
  const examples = described.flatMap(({ declared, call }) => {
    const at = `document#/paths/${escape(declared.path)}/${declared.method.toLowerCase()}`;
    const media = (where: string, content?: Record<string, Media>) =>
      content?.["application/json"]
        ? [
            {
              location: `${at}/${where}/content/application~1json/schema`,
              example: content["application/json"].example,
            },
          ]
        : [];
    return [
      ...media("requestBody", call.requestBody?.content),
      ...media(
        `responses/${declared.response.status}`,
        getResponse(call, declared.response.status).content,
      ),
    ];
  });
  expect(examples.length).toBeGreaterThan(all.length / 2);
  const wrong = examples.flatMap(({ location, example }) => {
    const validate = ajv.compile({ $ref: location });
    return example !== undefined && validate(example)
      ? []
      : [{ location, example, errors: validate.errors }];
  });
  expect(wrong).toEqual([]);
});

test("every response with a body documents its schema or media types", () => {
  const undocumented = all.filter(
    ({ response: { schema, mediaTypes, status } }) =>
      schema === undefined && mediaTypes === undefined && status !== 204 && status !== 303,
  );
  // The response of this operation has no body.
  expect(undocumented.map(({ id }) => id)).toEqual(["deleteOrganization"]);
});

test("errors, headers, parameters, and security are derived from the operation", () => {
  const { changeThing: declared } = defineOperations("Components", {
    changeThing: {
      endpoint: "PATCH /v1/organizations/{orgID}/things/{thingID}",
      summary: "Change",
      access: "editor",
      body: z.object({ name: z.string() }),
      supportsIfMatch: true,
      supportsIdempotencyKey: true,
      errors: ["conflict"],
      response: { status: 200, schema: z.object({ name: z.string() }) },
    },
  });
  const call = (buildDocument([declared]) as unknown as OpenApiDocument).paths[declared.path]!
    .patch!;
  expect(Object.keys(call.responses)).toEqual([
    "200",
    "400",
    "401",
    "403",
    "404",
    "409",
    "412",
    "413",
    "415",
    "422",
    "429",
    "500",
    "503",
  ]);
  expect(call.parameters.map(({ name, $ref }) => name ?? $ref)).toEqual([
    "orgID",
    "thingID",
    "#/components/parameters/IdempotencyKey",
    "#/components/parameters/IfMatch",
  ]);
  expect(call.security).toEqual([{ session: [] }, { token: [] }]);
  expect(call).toMatchObject({ "x-required-role": "editor" });
});

test(
  "401, 403, and some 409 responses are plain text, other errors are problem details, " +
    "and 403 is either if re-authentication is required",
  () => {
    const needsRecentPassword = [
      "createToken",
      "createInvitation",
      "rotateSecret",
      "changeMember",
      "removeMember",
      "transferOrganization",
      "deleteOrganization",
      "changeUserAccess",
      "endUserSessions",
      "changeSuspension",
    ];
    const errors = described.flatMap(({ declared, call }) =>
      Object.keys(call.responses)
        .filter((status) => Number(status) >= 400)
        .map((status) => ({
          id: declared.id,
          status,
          types: Object.keys(getResponse(call, status).content!),
        })),
    );
    const isPlain = ({ id, status }: { id: string; status: string }) =>
      status === "401" ||
      status === "403" ||
      (status === "409" && ["register", "requestEmailChange", "confirmEmailChange"].includes(id));
    expect(errors.filter(isPlain).length).toBeGreaterThan(all.length);
    expect(errors).toEqual(
      errors.map((error) => ({
        ...error,
        types: [
          isPlain(error) ? "text/plain" : "application/problem+json",
          ...(error.status === "403" && needsRecentPassword.includes(error.id)
            ? ["application/problem+json"]
            : []),
        ],
      })),
    );
  },
);

test("every 401 response in the OpenAPI document has WWW-Authenticate", () => {
  const requiringSession = described.filter(({ call }) => "401" in call.responses);
  expect(requiringSession).not.toEqual([]);
  for (const { call } of requiringSession) {
    expect(getResponse(call, 401).headers).toEqual({
      "WWW-Authenticate": { $ref: "#/components/headers/WwwAuthenticate" },
    });
  }
});

type Schema = {
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  default?: unknown;
  type?: unknown;
  [key: string]: unknown;
};

test("request bodies in the OpenAPI document describe list entries, and fields with defaults are optional", () => {
  const problems: string[] = [];
  const seen = new Set<unknown>();
  const check = (given: unknown, location: string): void => {
    if (typeof given !== "object" || given === null || seen.has(given)) return;
    seen.add(given);
    const { $ref, properties = {}, items, type, ...rest } = given as Schema;
    if (typeof $ref === "string")
      return check(document.components.schemas[$ref.split("/").at(-1)!], location);
    if (type === "array" && Object.keys(items ?? {}).length === 0)
      problems.push(`${location}: list without an entry type`);
    if (rest.default !== undefined) problems.push(`${location}: has a default`);
    for (const [name, property] of Object.entries(properties))
      check(property, `${location}.${name}`);
    check(items, `${location}[]`);
    for (const part of ["anyOf", "oneOf", "allOf"])
      for (const one of (rest[part] as unknown[] | undefined) ?? []) check(one, location);
  };
  for (const { declared, call } of described)
    check(call.requestBody?.content["application/json"]?.schema, declared.id);
  expect(problems).toEqual([]);
  const { NewIncident, NewIncidentUpdate } = document.components.schemas as Record<string, Schema>;
  const item = {
    type: "object",
    properties: { id: { type: "string" }, status: { type: "string" } },
    required: ["id", "status"],
  };
  for (const schema of [NewIncident!, NewIncidentUpdate!]) {
    expect(schema.properties!.components!.items).toMatchObject(item);
    expect(schema.required ?? []).not.toContain("components");
  }
});

test("the OpenAPI document has ETag, If-None-Match, and Link for the operations that support them", () => {
  const found = described.map(({ declared: { id, response }, call }) => {
    const { headers = {} } = getResponse(call, response.status);
    return [
      id,
      "304" in call.responses,
      "ETag" in headers,
      "Link" in headers,
      call.parameters.some(({ name }) => name === "before"),
    ];
  });
  const expected = all.map(({ id, method, response, isPaged = false }) => {
    const { schema, hasETag = false } = response;
    const isConditional = method === "GET" && (schema !== undefined || hasETag);
    return [id, isConditional, isConditional || hasETag, isPaged, isPaged];
  });
  expect(found).toEqual(expected);
});

test("field limits in the OpenAPI document are those of the LIMIT_ settings", () => {
  const { createComponent } = Object.fromEntries(
    described.map(({ declared, call }) => [declared.id, call]),
  );
  const { $ref } = createComponent!.requestBody!.content["application/json"]!.schema as {
    $ref: string;
  };
  const { properties } = document.components.schemas[$ref.split("/").at(-1)!] as {
    properties: unknown;
  };
  expect(properties).toMatchObject({
    name: { minLength: 1, maxLength: 255 },
    description: { maxLength: 2_000 },
  });
});

test("buildDocument: throws if two schemas have the same name", () => {
  const thing = (part: string) =>
    defineOperations("Components", {
      [part]: {
        endpoint: `GET /v1/${part}`,
        summary: part,
        access: "public",
        response: { status: 200, schema: z.object({ [part]: z.string() }).meta({ id: `Thing` }) },
      },
    })[part]!;
  expect(() => buildDocument([thing("one"), thing("two")])).toThrow("Two schemas are named Thing.");
});

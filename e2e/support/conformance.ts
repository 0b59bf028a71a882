import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { buildDocument } from "../../lib/http/openapi";
import { operations } from "../../lib/http/operations";
import type { Operation } from "../../lib/operation";

type Header = { required?: boolean; $ref?: string };
type DocumentedResponse = {
  $ref?: string;
  headers?: Record<string, Header>;
  content?: Record<string, unknown>;
};
type DocumentedOperation = {
  responses: Record<string, DocumentedResponse>;
  requestBody?: { content: Record<string, { example?: unknown }> };
};
type OpenApiDocument = {
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { responses: Record<string, DocumentedResponse>; headers: Record<string, Header> };
};
type Received = { status: number; headers: Headers; text: string };

const all: Operation[] = Object.values(operations);
// Sorted like the router's paths: fixed segments come first, because "{" sorts after letters.
const templates = [...new Set(all.map(({ path }) => path))].toSorted().map((path) => ({
  path,
  pattern: new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`),
}));

const name = "document";
const pointer = (...parts: string[]) =>
  `${name}#/${parts.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/")}`;
const getSchemaName = (reference: string) => reference.split("/").at(-1)!;

let compiled: { document: OpenApiDocument; ajv: Ajv2020 } | undefined;

function compile() {
  if (compiled === undefined) {
    const document = buildDocument(all) as unknown as OpenApiDocument;
    const ajv = addFormats.default(
      new Ajv2020({ strict: false, validateSchema: false, allErrors: true }),
    );
    ajv.addSchema(document, name);
    compiled = { document, ajv };
  }
  return compiled;
}

/**
 * Throws unless the status, headers, and body of a `/v1` response match the OpenAPI document. An
 * unknown path must return 404 or a redirect, and an unknown method 404, 405, or, for preflights,
 * 204.
 */
export function checkResponse(method: string, url: string, received: Received): void {
  // Servers normalize paths: /v1/x/../me is /v1/me.
  const path = URL.canParse(url, "http://localhost")
    ? new URL(url, "http://localhost").pathname
    : url;
  if (!/^\/v1(\/|$)/.test(path)) return;
  const found = templates.find(({ pattern }) => pattern.test(path));
  const documentedMethod = method === "HEAD" ? "GET" : method;
  const operation = all.find(
    (candidate) => candidate.path === found?.path && candidate.method === documentedMethod,
  );
  const { status } = received;
  if (operation === undefined) {
    const expected = found === undefined ? [308, 404] : [204, 404, 405];
    if (!expected.includes(status))
      throw new Error(
        `${method} ${path} is not an operation of /v1, but returned ${status}: ${received.text}`,
      );
    return;
  }
  const problems = findDifferences(operation, received, method === "HEAD");
  if (problems.length > 0)
    throw new Error(
      `${operation.id} (${method} ${path}) returned ${status}, which differs from the ` +
        `OpenAPI document:\n${problems.join("\n")}\n${received.text}`,
    );
}

function findDifferences(
  { path, method }: Operation,
  { status, headers, text }: Received,
  isHead: boolean,
): string[] {
  const { document, ajv } = compile();
  const at = ["paths", path, method.toLowerCase(), "responses", String(status)];
  const documented = document.paths[path]![method.toLowerCase()]!.responses[status];
  if (documented === undefined) return [`The status ${status} is not documented.`];
  const shared = documented.$ref === undefined ? undefined : getSchemaName(documented.$ref);
  const documentedResponse =
    shared === undefined ? documented : document.components.responses[shared]!;
  const required = Object.entries(documentedResponse.headers ?? {}).filter(
    ([, { $ref }]) =>
      $ref !== undefined && document.components.headers[getSchemaName($ref)]!.required,
  );
  const missing = required
    .filter(([header]) => !headers.has(header))
    .map(([header]) => `The header ${header} is missing.`);
  // HEAD has no body, and its errors have no content type.
  if (isHead) return missing;
  const type = headers.get("content-type");
  if (documentedResponse.content === undefined)
    return [...missing, ...(text === "" ? [] : ["The response has a body, but must have none."])];
  const media = type?.split(";")[0]!.trim() ?? "none";
  if (documentedResponse.content[media] === undefined)
    return [
      ...missing,
      `The content type is ${media}, not ${Object.keys(documentedResponse.content).join(" or ")}.`,
    ];
  if (!media.endsWith("json")) return missing;
  const validate = ajv.getSchema(
    pointer(
      ...(shared === undefined ? at : ["components", "responses", shared]),
      "content",
      media,
      "schema",
    ),
  ) as ValidateFunction;
  const value: unknown = JSON.parse(text);
  if (validate(value)) return missing;
  return [
    ...missing,
    ...validate.errors!.map(
      ({ instancePath, message, params }) =>
        `${instancePath || "the body"} ${message} ${JSON.stringify(params)}`,
    ),
  ];
}

export function createExampleBody({ path, method }: Operation): unknown {
  return compile().document.paths[path]![method.toLowerCase()]!.requestBody?.content[
    "application/json"
  ]?.example;
}

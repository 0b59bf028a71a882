import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { getOpenApiDocument } from "./openapi";

type Schema = {
  $ref?: string;
  type?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  oneOf?: Schema[];
};
type Call = {
  parameters: { name: string; in: string; required?: boolean; example?: unknown }[];
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> };
};
type OpenApiDocument = {
  paths: Record<string, Record<string, Call>>;
  components: { schemas: Record<string, Schema> };
};

// The client generator is installed separately, because it requires TypeScript 5.
const generator = createRequire(resolve("e2e/openapi-client/package.json"));
const TYPES = join(dirname(generator.resolve("openapi-fetch")), "index.d.mts");

async function generateTypes(document: OpenApiDocument): Promise<string> {
  const { default: openapiTS, astToString } = (await import(
    pathToFileURL(generator.resolve("openapi-typescript")).href
  )) as {
    default: (document: OpenApiDocument) => Promise<unknown>;
    astToString: (ast: unknown) => string;
  };
  return astToString(await openapiTS(document));
}

function pickRequired(
  { schemas }: OpenApiDocument["components"],
  schema: Schema,
  example: unknown,
): unknown {
  if (schema.$ref !== undefined)
    return pickRequired({ schemas }, schemas[schema.$ref.split("/").at(-1)!]!, example);
  if (schema.properties === undefined) return example;
  return Object.fromEntries(
    Object.entries(example as object).filter(([name]) => schema.required?.includes(name)),
  );
}

function generateCall(
  path: string,
  method: string,
  { parameters, requestBody }: Call,
  body: unknown,
): string {
  const given = (where: string) => {
    const required = parameters.filter((one) => one.in === where && one.required);
    return required.length === 0
      ? undefined
      : Object.fromEntries(required.map(({ name, example }) => [name, example ?? "x"]));
  };
  const params = { path: given("path"), query: given("query") };
  const type = Object.keys(requestBody?.content ?? {})[0];
  const serializer =
    type !== undefined && type !== "application/json" ? ", bodySerializer: (body) => body" : "";
  const bodyOption = type === undefined ? "" : `, body: ${JSON.stringify(body)}`;
  const options = `{ params: ${JSON.stringify(params)}${bodyOption}${serializer} }`;
  return `await client.${method.toUpperCase()}(${JSON.stringify(path)}, ${options});`;
}

test("openapi-typescript: generated calls of every operation compile, with full and minimal bodies", async () => {
  const document = JSON.parse(
    new TextDecoder().decode(getOpenApiDocument().body),
  ) as OpenApiDocument;
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, call]) => {
      const references = call.parameters.filter((parameter) => !("$ref" in parameter));
      const media = Object.values(call.requestBody?.content ?? {})[0];
      const bodies =
        media === undefined
          ? [undefined]
          : [
              media.example ?? "text",
              pickRequired(document.components, media.schema, media.example ?? "text"),
            ];
      return bodies.map((body) =>
        generateCall(path, method, { ...call, parameters: references }, body),
      );
    }),
  );
  expect(calls.length).toBeGreaterThan(100);
  const directory = mkdtempSync(join(tmpdir(), "candor-client-"));
  try {
    writeFileSync(join(directory, "schema.ts"), await generateTypes(document));
    writeFileSync(
      join(directory, "calls.ts"),
      [
        'import createClient from "openapi-fetch";',
        'import type { paths } from "./schema";',
        "const client = createClient<paths>();",
        ...calls,
        "",
      ].join("\n"),
    );
    const compilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: "es2022",
      module: "preserve",
      lib: ["es2023", "dom", "dom.iterable"],
      types: [],
      paths: { "openapi-fetch": [TYPES] },
    };
    writeFileSync(
      join(directory, "tsconfig.json"),
      JSON.stringify({ compilerOptions, files: ["calls.ts"] }),
    );
    const compile = () =>
      execFileSync(
        process.execPath,
        [generator.resolve("typescript/bin/tsc"), "--project", directory],
        { encoding: "utf8" },
      );
    let errors = "";
    try {
      errors = compile();
    } catch (error) {
      errors = (error as { stdout: string }).stdout;
    }
    expect(errors).toBe("");
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}, 300_000);

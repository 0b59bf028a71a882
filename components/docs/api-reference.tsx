"use client";

import "swagger-ui-dist/swagger-ui.css";
import "./api-reference.css";
import { useEffect, useRef, useState } from "react";
import { Message } from "@/components/ui/message";
import { BASE_PATH } from "@/lib/base-path";

/** Loads Swagger UI on demand, because it is large and contains another copy of React. */
async function renderReference(node: HTMLElement, onComplete: () => void): Promise<void> {
  const [{ default: SwaggerUI }, response] = await Promise.all([
    import("swagger-ui-dist/swagger-ui-es-bundle.js"),
    fetch(`${BASE_PATH}/v1/openapi.json`),
  ]);
  if (!response.ok) throw new Error(`The OpenAPI document returned ${response.status}.`);
  SwaggerUI({
    domNode: node,
    spec: await response.json(),
    layout: "Calls",
    plugins: [
      ({ React }) => ({
        components: {
          Calls: ({ getComponent, specSelectors }) =>
            specSelectors.loadingStatus() === "success"
              ? React.createElement(
                  "div",
                  { className: "swagger-ui" },
                  React.createElement(getComponent("Markdown", true), {
                    source: specSelectors.info().get("description"),
                  }),
                  // Renders one list per tag, because Swagger UI renders only the visible part of a
                  // list with 150 or more rows.
                  ...specSelectors
                    .taggedOperations()
                    .entrySeq()
                    .toArray()
                    .map(([tag]) =>
                      React.createElement(getComponent("operations", true), {
                        key: tag,
                        specSelectors: {
                          ...specSelectors,
                          taggedOperations: () =>
                            specSelectors.taggedOperations().filter((_, other) => other === tag),
                        },
                      }),
                    ),
                )
              : null,
          authorizeOperationBtn: () => null,
          JsonSchemaForm: () => null,
          // Renders text instead of a link, because a button must not contain a link.
          DeepLink: ({ text }) => React.createElement("span", null, text),
        },
      }),
    ],
    deepLinking: false,
    docExpansion: "list",
    supportedSubmitMethods: [],
    syntaxHighlight: false,
    validatorUrl: null,
    onComplete,
  });
}

export function ApiReference() {
  const container = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"loading" | "ready" | "failed">("loading");
  useEffect(() => {
    // Creates a node per run, because React runs effects twice in development.
    const node = document.createElement("div");
    container.current!.append(node);
    renderReference(node, () => setState("ready")).catch(() => setState("failed"));
    return () => node.remove();
  }, []);
  return (
    <>
      {state === "loading" && <output className="text-muted">Loading API reference…</output>}
      <Message>
        {state === "failed"
          ? "The API reference could not be loaded. Reload the page, or open the OpenAPI document."
          : null}
      </Message>
      <div ref={container} className="api-reference" />
    </>
  );
}

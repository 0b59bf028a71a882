"use client";

import "swagger-ui-dist/swagger-ui.css";
import "./api-reference.css";
import { useEffect, useRef, useState } from "react";
import { Message } from "@/components/ui/message";

/** Draws the reference into `node`. The library is heavy and has a React of its own, so it is loaded when it is wanted. */
async function draw(node: HTMLElement, onComplete: () => void): Promise<void> {
  const [{ default: SwaggerUI }, response] = await Promise.all([import("swagger-ui-dist/swagger-ui-es-bundle.js"), fetch("/v1/openapi.json")]);
  if (!response.ok) throw new Error(`The document was answered with ${response.status}.`);
  SwaggerUI({
    domNode: node,
    spec: await response.json(),
    // What holds for all calls, and the calls: the page around them has its own heading and landmarks, and where the server is needs no choice.
    layout: "Calls",
    plugins: [
      ({ React }) => ({
        components: {
          Calls: ({ getComponent, specSelectors }) =>
            specSelectors.loadingStatus() === "success"
              ? React.createElement(
                  "div",
                  { className: "swagger-ui" },
                  React.createElement(getComponent("Markdown", true), { source: specSelectors.info().get("description") }),
                  React.createElement(getComponent("operations", true)),
                )
              : null,
          // Nothing is sent from here, so there is nothing to fill in.
          authorizeOperationBtn: () => null,
          JsonSchemaForm: () => null,
          // A link within the button that folds it would be one control in another.
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

/** Every call of the API, from the document that describes it. */
export function ApiReference() {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"loading" | "ready" | "failed">("loading");
  useEffect(() => {
    // Two effects of one mount must not draw twice into one node.
    const node = document.createElement("div");
    place.current!.append(node);
    draw(node, () => setState("ready")).catch(() => setState("failed"));
    return () => node.remove();
  }, []);
  return (
    <>
      {state === "loading" && <output className="text-muted">Loading the reference …</output>}
      <Message>{state === "failed" ? "The reference could not be loaded. Load the page again, or read the document itself." : null}</Message>
      <div ref={place} className="api-reference" />
    </>
  );
}

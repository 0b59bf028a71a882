/** Declares types for the bundle of swagger-ui-dist, which has none. */
declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  import type { ComponentType, createElement } from "react";

  type TaggedOperations = {
    entrySeq: () => { toArray: () => [tag: string, operations: unknown][] };
    filter: (keep: (operations: unknown, tag: string) => boolean) => TaggedOperations;
  };
  type System = {
    getComponent: (
      name: string,
      container?: true,
    ) => ComponentType<{
      source?: string;
      specSelectors?: System["specSelectors"];
    }>;
    specSelectors: {
      loadingStatus: () => string | undefined;
      taggedOperations: () => TaggedOperations;
      info: () => { get: (field: "description") => string | undefined };
    };
  };
  type Plugin = (system: { React: { createElement: typeof createElement } }) => {
    components: Record<string, ComponentType<System & { text?: string }>>;
  };
  type Options = {
    domNode: HTMLElement;
    spec: unknown;
    layout: string;
    plugins: Plugin[];
    deepLinking: boolean;
    docExpansion: "list" | "full" | "none";
    supportedSubmitMethods: string[];
    syntaxHighlight: false;
    validatorUrl: null;
    onComplete?: () => void;
  };
  export default function SwaggerUI(options: Options): unknown;
}

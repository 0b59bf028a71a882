import { z } from "zod";
import { jsonSchemaProperties, rawText } from "@/lib/validation";
import { validateHost } from "./rules";

export const domainChoice = z
  .object({
    host: rawText()
      .transform((text, context) => {
        const result = validateHost(text);
        if ("host" in result) return result.host;
        context.addIssue({ code: "custom", message: result.reason });
        return z.NEVER;
      })
      .register(jsonSchemaProperties, { json: () => ({ examples: ["status.acme.example"] }) }),
  })
  .meta({ id: "DomainChoice", examples: [{ host: "status.acme.example" }] });
export type DomainChoice = z.infer<typeof domainChoice>;

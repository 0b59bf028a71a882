import { z } from "zod";
import { facets, rawText } from "@/lib/validation";
import { judgeHost } from "./rules";

/** Body of `PUT …/domain`. */
export const domainChoice = z
  .object({
    host: rawText()
      .transform((text, context) => {
        const judged = judgeHost(text);
        if ("host" in judged) return judged.host;
        context.addIssue({ code: "custom", message: judged.reason });
        return z.NEVER;
      })
      .register(facets, { json: () => ({ examples: ["status.acme.example"] }) }),
  })
  .meta({ id: "DomainChoice", examples: [{ host: "status.acme.example" }] });
export type DomainChoice = z.infer<typeof domainChoice>;

import { choice } from "@/lib/validation";
import { textFormats } from "./values";

export const textFormat = () =>
  choice(textFormats).optional().meta({
    description:
      "How `body` is written. By default, a new message is `plain`, and an edited one keeps its format.",
  });

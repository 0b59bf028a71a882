import { choice } from "@/lib/validation";
import { textFormats } from "./values";

export const textFormat = () =>
  choice(textFormats).optional().meta({
    description:
      "The format of `body`. By default, a new message is `plain`, and an edited one keeps its format.",
  });

import { z } from "zod";
import { limits } from "@/lib/limits";
import { text } from "@/lib/validation";

export const searchQuery = z.object({
  q: text({ max: () => limits.name }).meta({
    description: "Words, in any order. Case-insensitive; parts of words match.",
  }),
});

import { z } from "zod";

/** A UTC time with milliseconds, such as `2026-11-20T09:30:00.000Z`. */
export const timestamp = () =>
  z.iso.datetime({ precision: 3 }).meta({ examples: ["2026-11-20T09:30:00.000Z"] });
export const opaqueId = () =>
  z.string().meta({ examples: ["01993c5e-2f7a-7c3b-9d0e-5a1b2c3d4e5f"] });
export const handle = () => z.string().meta({ examples: ["acme"] });

export const estimatedSeconds = () =>
  z
    .int()
    .optional()
    .meta({
      description: "Estimated time to notify everyone. Omitted below one minute.",
      examples: [360],
    });

import { randomBytes } from "node:crypto";

/** Returns an organization ID that is not in use. */
export const createOrganizationId = (): string => `org-${randomBytes(8).toString("hex")}`;

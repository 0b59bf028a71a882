export const userStates = ["enabled", "disabled", "administrator"] as const;
export const organizationStates = ["active", "suspended"] as const;

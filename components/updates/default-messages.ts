import { defaultIncidentMessages } from "@/lib/incidents/values";
import { defaultMaintenanceMessages } from "@/lib/maintenances/values";

/** The message of an update whose author left it blank, by status. */
export const defaultMessages = { ...defaultIncidentMessages, ...defaultMaintenanceMessages };

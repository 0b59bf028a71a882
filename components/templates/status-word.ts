/** A status as people write it: `in_progress` is “In progress”. */
export const statusWord = (status: string): string => status[0]!.toUpperCase() + status.slice(1).replaceAll("_", " ");

export const formatStatus = (status: string): string =>
  status[0]!.toUpperCase() + status.slice(1).replaceAll("_", " ");

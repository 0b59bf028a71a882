export const formatStatus = (status: string): string =>
  status === "cancelled"
    ? "Canceled"
    : status[0]!.toUpperCase() + status.slice(1).replaceAll("_", " ");

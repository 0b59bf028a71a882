const labels: Record<string, string> = {
  "incident.created": "Incident reported",
  "incident.updated": "Incident updated",
  "incident.resolved": "Incident resolved",
  "incident.reopened": "Incident reopened",
  "incident.postmortem_published": "Postmortem published",
  "maintenance.scheduled": "Maintenance scheduled",
  "maintenance.started": "Maintenance started",
  "maintenance.updated": "Maintenance updated",
  "maintenance.completed": "Maintenance completed",
  "maintenance.rescheduled": "Maintenance rescheduled",
  "maintenance.cancelled": "Maintenance canceled",
  "maintenance.reminder": "Maintenance reminder",
  "component.updated": "Component status changed",
  test: "Test message",
};

export const getEventLabel = (kind: string): string => labels[kind] ?? kind;

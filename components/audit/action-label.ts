export const objectLabels: Record<string, string> = {
  organization: "organization",
  member: "member",
  invitation: "invitation",
  token: "API token",
  component: "component",
  components: "components",
  component_group: "component group",
  component_groups: "component groups",
  incident: "incident",
  incident_update: "incident update",
  postmortem: "postmortem",
  maintenance: "maintenance",
  maintenance_update: "maintenance update",
  subscriber: "subscriber",
  delivery: "delivery",
  template: "template",
};

const actionLabels: Record<string, string> = {
  "organization.updated": "changed settings of",
  "organization.transferred": "transferred",
  "organization.logo_changed": "changed the logo of",
  "organization.logo_removed": "removed the logo of",
  "organization.domain_changed": "set the domain of",
  "organization.domain_verified": "verified the domain of",
  "organization.domain_lost": "stopped serving the domain of",
  "organization.domain_removed": "removed the domain of",
  "member.left": "left the organization:",
  "member.role_changed": "changed the role of",
  "invitation.created": "created an invitation:",
  "invitation.accepted": "accepted an invitation:",
  "invitation.revoked": "revoked an invitation:",
  "components.ordered": "reordered components of",
  "component_groups.ordered": "reordered component groups of",
  "incident.created": "reported incident",
  "incident_update.created": "posted an update to",
  "incident_update.updated": "edited an update of",
  "incident_update.deleted": "deleted an update of",
  "maintenance.created": "scheduled maintenance",
  "maintenance_update.created": "posted an update to",
  "maintenance_update.updated": "edited an update of",
  "maintenance_update.deleted": "deleted an update of",
  "subscriber.imported": "imported subscribers:",
  "subscriber.secret_rotated": "rotated the signing secret of",
};

export function actionLabel(action: string): string {
  const [objectType = "", verb = ""] = action.split(".");
  return (
    actionLabels[action] ??
    `${verb.replaceAll("_", " ")} ${objectLabels[objectType] ?? objectType.replaceAll("_", " ")}`
  );
}

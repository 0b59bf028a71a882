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
  "organization.suspended": "suspended",
  "organization.unsuspended": "ended the suspension of",
  "organization.logo_changed": "changed the logo of",
  "organization.logo_removed": "removed the logo of",
  "organization.logo_dark_changed": "changed the dark mode logo of",
  "organization.logo_dark_removed": "removed the dark mode logo of",
  "organization.favicon_changed": "changed the favicon of",
  "organization.favicon_removed": "removed the favicon of",
  "organization.cover_changed": "changed the cover of",
  "organization.cover_removed": "removed the cover of",
  "organization.domain_changed": "set the domain of",
  "organization.domain_verified": "verified the domain of",
  "organization.domain_lost": "stopped serving the domain of",
  "organization.domain_removed": "removed the domain of",
  "member.left": "left the organization",
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
  "maintenance.reminded": "sent a reminder of",
  "maintenance_update.created": "posted an update to",
  "maintenance_update.updated": "edited an update of",
  "maintenance_update.deleted": "deleted an update of",
  "subscriber.imported": "imported subscribers:",
  "subscriber.secret_rotated": "rotated the signing secret of",
  "subscriber.tested": "sent a test message to",
  "delivery.redelivered": "sent a message again by",
  "user.administrator_added": "gave the administrator role to",
  "user.administrator_removed": "removed the administrator role from",
  "user.password_changed": "set a new password for",
  "user.sessions_ended": "ended the sessions of",
  "secret.rotated": "rotated the",
};

export function getActionLabel(action: string): string {
  const [objectType = "", verb = ""] = action.split(".");
  return (
    actionLabels[action] ??
    `${verb.replaceAll("_", " ")} ${objectLabels[objectType] ?? objectType.replaceAll("_", " ")}`
  );
}

/** Returns the name to show after the action, which is empty if the subject is the actor. */
export const getSubjectName = (action: string, subject: { name: string }): string =>
  action === "member.left" ? "" : subject.name;

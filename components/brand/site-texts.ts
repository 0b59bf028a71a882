export const siteTitle = "Candor: self-hosted status pages";
export const siteDescription =
  "A self-hosted status page for many organizations, with components, incidents, and notifications.";

export const administrationTabs = [
  { path: "/admin", label: "Overview" },
  { path: "/admin/users", label: "Users" },
  { path: "/admin/organizations", label: "Organizations" },
  { path: "/admin/audit-log", label: "Audit log" },
] as const;

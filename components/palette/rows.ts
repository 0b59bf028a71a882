import type { LucideIcon } from "lucide-react";
import { isRoleAtLeast, type Role } from "@/lib/roles";

type Options = {
  detail?: string;
  icon?: LucideIcon;
  /** Required if another row has the same label and path. */
  id?: string;
  /** A command that runs without confirmation requires one of these words in the query. */
  requiredWords?: string;
};
/** A path, or a function to run. */
type Target = string | (() => unknown);
export type Row = [label: string, keywords: string, target: Target, options?: Options];
export type RoleRow = [role: Role, ...row: Row];
export type RowGroup = [heading: string, rows: readonly Row[]];

/** Returns the rows that the role permits. */
export const listPermitted = (role: Role, rows: readonly RoleRow[]): Row[] =>
  rows.flatMap(([needed, ...row]) => (isRoleAtLeast(role, needed) ? [row] : []));

/** Adds the base path of an organization to paths. */
export const addBase = (base: string, rows: readonly Row[]): Row[] =>
  rows.map(([label, keywords, target, options]) => {
    const absolute = typeof target === "string" ? base + target : target;
    return [label, keywords, absolute, options];
  });

export const rowsIf = (condition: boolean, ...rows: Row[]): Row[] => (condition ? rows : []);

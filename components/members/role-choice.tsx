import type { ComponentProps } from "react";
import { Choice } from "@/components/ui/choice";
import { FieldGroup } from "@/components/ui/field";
import type { Role } from "@/lib/roles";

/** What somebody with each role does, in one line. */
export const roleMeanings: Record<Role, string> = {
  viewer: "Sees everything, changes nothing.",
  editor: "Reports incidents, looks after components, maintenance and subscribers.",
  admin: "All that, and looks after settings, team and tokens.",
  owner: "Everything, deleting the organization included.",
};

type RoleChoiceProps = { roles: readonly Role[]; error: string | undefined; /** `register("role")` of the form. */ field: Omit<ComponentProps<"input">, "type"> };

export function RoleChoice({ roles, error, field }: RoleChoiceProps) {
  return (
    <FieldGroup label="Role" error={error}>
      <div className="grid gap-1">
        {roles.map((role) => (
          <Choice key={role} type="radio" value={role} {...field}>
            <span className="min-w-0">
              <span className="font-medium capitalize">{role}</span> <span className="text-muted">{roleMeanings[role]}</span>
            </span>
          </Choice>
        ))}
      </div>
    </FieldGroup>
  );
}

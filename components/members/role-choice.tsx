import type { ComponentProps } from "react";
import { ChoiceCard } from "@/components/ui/choice-card";
import { FieldGroup } from "@/components/ui/field";
import type { Role } from "@/lib/roles";

export const roleDescriptions: Record<Role, string> = {
  viewer: "View only.",
  editor: "Manages incidents, maintenance, components, and subscribers.",
  admin: "Everything editors can do, plus settings, team, and API tokens.",
  owner: "Full access, including deleting the organization.",
};

type RoleChoiceProps = {
  roles: readonly Role[];
  error: string | undefined;
  field: Omit<ComponentProps<"input">, "type">;
};

export function RoleChoice({ roles, error, field }: RoleChoiceProps) {
  return (
    <FieldGroup label="Role" error={error}>
      <div className="grid gap-1">
        {roles.map((role) => (
          <ChoiceCard key={role} type="radio" value={role} {...field}>
            <span className="min-w-0">
              <span className="font-medium capitalize">{role}</span>{" "}
              <span className="text-muted">{roleDescriptions[role]}</span>
            </span>
          </ChoiceCard>
        ))}
      </div>
    </FieldGroup>
  );
}

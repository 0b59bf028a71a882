"use client";

import { useId } from "react";
import type { FieldValues } from "react-hook-form";
import {
  ComponentsField,
  type ComponentsForm,
  type ComponentValues,
} from "@/components/components/components-field";
import { ChoiceCard } from "@/components/ui/choice-card";
import { FieldGroup } from "@/components/ui/field";
import { formatAmount } from "@/components/ui/format-count";
import { EventChoice } from "./event-choice";

type Props<Values extends ComponentValues & FieldValues> = {
  form: ComponentsForm<Values>;
  everything: boolean;
  onEverything: (everything: boolean) => void;
  componentUpdates: boolean;
  onComponentUpdates: (componentUpdates: boolean) => void;
  followed?: number;
};

export function SubscriptionFields<Values extends ComponentValues & FieldValues>({
  form,
  everything,
  onEverything,
  componentUpdates,
  onComponentUpdates,
  followed = 0,
}: Props<Values>) {
  const scope = useId();
  return (
    <>
      <FieldGroup label="Subscribed to">
        <div className="grid gap-1 sm:grid-cols-2">
          <ChoiceCard
            type="radio"
            name={scope}
            checked={everything}
            onChange={() => onEverything(true)}
          >
            Everything
          </ChoiceCard>
          <ChoiceCard
            type="radio"
            name={scope}
            checked={!everything}
            onChange={() => onEverything(false)}
          >
            {followed === 0
              ? "Selected components"
              : `Selected components and ${formatAmount(followed, "incident")}`}
          </ChoiceCard>
        </div>
      </FieldGroup>
      {!everything && (
        <ComponentsField
          form={form}
          label="Components"
          optional={false}
          error={form.getError("everything") && "Select at least one component."}
        />
      )}
      <EventChoice componentUpdates={componentUpdates} onChange={onComponentUpdates} />
    </>
  );
}

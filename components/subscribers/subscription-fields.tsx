import { useId } from "react";
import { type FieldValues, type UseFormReturn, useWatch } from "react-hook-form";
import {
  ComponentsField,
  type ComponentsForm,
  type ComponentValues,
} from "@/components/components/components-field";
import { ChoiceCard } from "@/components/ui/choice-card";
import { FieldGroup } from "@/components/ui/field";
import { formatAmount } from "@/components/ui/format-count";
import { EventChoice } from "./event-choice";

type Scope = { everything: boolean; component_updates: boolean };

type Props<Values extends ComponentValues & FieldValues> = {
  form: ComponentsForm<Values>;
  followed?: number;
};

export function SubscriptionFields<Values extends ComponentValues & FieldValues>({
  form,
  followed = 0,
}: Props<Values>) {
  const { control, setValue } = form.form as unknown as UseFormReturn<Scope>;
  const [everything, componentUpdates] = useWatch({
    control,
    name: ["everything", "component_updates"],
  });
  const set = (name: keyof Scope, value: boolean) => setValue(name, value, { shouldDirty: true });
  const scope = useId();
  return (
    <>
      <FieldGroup label="Subscribed to">
        <div className="grid gap-1 sm:grid-cols-2">
          <ChoiceCard
            type="radio"
            name={scope}
            checked={everything}
            onChange={() => set("everything", true)}
          >
            Everything
          </ChoiceCard>
          <ChoiceCard
            type="radio"
            name={scope}
            checked={!everything}
            onChange={() => set("everything", false)}
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
      <EventChoice
        componentUpdates={componentUpdates}
        onChange={(value) => set("component_updates", value)}
      />
    </>
  );
}

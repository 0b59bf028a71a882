import { useId } from "react";
import { ChoiceCard } from "@/components/ui/choice-card";
import { FieldGroup } from "@/components/ui/field";

type Props = {
  labels?: { events: string; eventsDefault: string; eventsAlsoComponents: string };
  componentUpdates: boolean;
  onChange: (componentUpdates: boolean) => void;
};

const english = {
  events: "Events",
  eventsDefault: "Incidents and maintenance",
  eventsAlsoComponents: "Also component status changes",
};

export function EventChoice({ labels = english, componentUpdates, onChange }: Props) {
  const name = useId();
  const getOptionProps = (value: boolean) => ({
    name,
    checked: componentUpdates === value,
    onChange: () => onChange(value),
  });
  return (
    <FieldGroup label={labels.events}>
      <div className="grid gap-1 sm:grid-cols-2">
        <ChoiceCard type="radio" {...getOptionProps(false)}>
          {labels.eventsDefault}
        </ChoiceCard>
        <ChoiceCard type="radio" {...getOptionProps(true)}>
          {labels.eventsAlsoComponents}
        </ChoiceCard>
      </div>
    </FieldGroup>
  );
}

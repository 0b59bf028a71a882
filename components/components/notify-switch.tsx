import { Switch } from "@/components/ui/switch";

export function NotifySwitch({
  checked,
  onChange,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <Switch
      label="Notify when I set a status"
      hint="Subscribers who chose component changes are notified."
      checked={checked}
      onChange={onChange}
    />
  );
}

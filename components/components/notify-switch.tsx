import { Switch } from "@/components/ui/switch";

type NotifySwitchProps = { checked: boolean; onChange: (checked: boolean) => void };

export function NotifySwitch({ checked, onChange }: NotifySwitchProps) {
  return (
    <Switch
      label="Notify when I set a status"
      hint="Notifies subscribers who opted in to component status changes."
      checked={checked}
      onChange={onChange}
    />
  );
}

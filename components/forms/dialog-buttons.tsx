import { Button } from "@/components/ui/button";
import { Message } from "@/components/ui/message";
import type { useCallForm } from "./use-call-form";

type DialogButtonsProps = {
  form: Pick<ReturnType<typeof useCallForm>, "message" | "button">;
  action: string;
  busyAction: string;
  onClose: () => void;
  variant?: "primary" | "danger";
};

export function DialogButtons({
  form: { message, button },
  action,
  busyAction,
  onClose,
  variant,
}: DialogButtonsProps) {
  return (
    <>
      <Message>{message}</Message>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" busy={button.busy} onClick={onClose}>
          Cancel
        </Button>
        <Button variant={variant} {...button}>
          {button.busy ? busyAction : action}
        </Button>
      </div>
    </>
  );
}

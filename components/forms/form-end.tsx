import { Button } from "@/components/ui/button";
import { Message } from "@/components/ui/message";
import type { useCallForm } from "./use-call-form";

type FormEndProps = {
  form: Pick<ReturnType<typeof useCallForm>, "message" | "button">;
  /** The button's words, and those while it is at work. */
  action: string;
  busyAction: string;
  onClose: () => void;
};

/** The end of a form in a window: what went wrong, and the two ways on. */
export function FormEnd({ form: { message, button }, action, busyAction, onClose }: FormEndProps) {
  return (
    <>
      <Message>{message}</Message>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button {...button}>{button.busy ? busyAction : action}</Button>
      </div>
    </>
  );
}

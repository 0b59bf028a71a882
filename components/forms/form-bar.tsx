import { useEffect, useRef } from "react";
import { Message } from "@/components/ui/message";
import type { useCallForm } from "./use-call-form";

/** The height of the tab bar (min-h-14). */
const TAB_BAR_PX = 56;

type FormBarProps = {
  form: Pick<ReturnType<typeof useCallForm>, "message" | "invalidCount">;
  className?: string;
  children: React.ReactNode;
};

/** Shows a form's buttons in place of the tab bar while the end of the form is below the screen. */
export function FormBar({
  form: { message, invalidCount },
  className = "bg-surface",
  children,
}: FormBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = bar.current!;
    const observer = new IntersectionObserver(
      ([form]) =>
        element.toggleAttribute("data-stuck", form!.isIntersecting && form!.intersectionRatio < 1),
      {
        // The margin counts content above the screen as visible: only the form's end matters.
        rootMargin: `1000000px 0px -${TAB_BAR_PX}px 0px`,
        threshold: [0, 1],
      },
    );
    observer.observe(element.parentElement!);
    return () => observer.disconnect();
  }, []);
  const fields = invalidCount === 1 ? "highlighted field" : `${invalidCount} highlighted fields`;
  return (
    <div
      ref={bar}
      className={
        "bottom-bar sticky bottom-0 z-10 grid gap-2 border-t border-line py-2 " +
        // In a dialog, the shadow hides fields that scroll through the padding below the bar.
        "in-[[role=dialog]]:pb-2 in-[[role=dialog]]:shadow-[0_10rem_0_9rem_var(--color-surface)] " +
        `pb-[max(0.5rem,env(safe-area-inset-bottom))] ${className}`
      }
    >
      <Message>{message ?? (invalidCount > 0 ? `Fix the ${fields}.` : null)}</Message>
      <div className="flex gap-2">{children}</div>
    </div>
  );
}

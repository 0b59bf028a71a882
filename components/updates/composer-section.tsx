import { PenLine } from "lucide-react";
import { useCallback, useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { LinkButton } from "@/components/ui/route-link";
import { Section } from "@/components/ui/section";
import { keepFocus } from "@/components/ui/use-focus-return";

type ComposerSectionProps = {
  /** Hides the form. Undefined if it can't be hidden. */
  onCancel?: (() => void) | undefined;
  children: React.ReactNode;
};

/** Focuses the message field if the form is shown. */
export const focusComposer = (): void =>
  document.querySelector<HTMLElement>("[data-composer] textarea")?.focus();

/** On small screens, shows a button to return to the form after the user scrolls past it. */
export function ComposerSection({ onCancel, children }: ComposerSectionProps) {
  const [isAbove, setIsAbove] = useState(false);
  const observe = useCallback((section: HTMLDivElement) => {
    const observer = new IntersectionObserver(([entry]) =>
      setIsAbove(!entry!.isIntersecting && entry!.boundingClientRect.bottom <= 0),
    );
    observer.observe(section);
    const moveFocus = keepFocus(section);
    return () => {
      observer.disconnect();
      moveFocus();
    };
  }, []);
  return (
    <div ref={observe} data-composer>
      <Section
        title="Post an update"
        aside={onCancel && <LinkButton onClick={onCancel}>Cancel</LinkButton>}
      >
        <Card className="p-4">{children}</Card>
      </Section>
      {isAbove && (
        <Button
          onClick={focusComposer}
          className={
            "bottom-bar floating-button fixed end-4 z-10 shadow-lg lg:hidden " +
            "bottom-[calc(4.5rem+env(safe-area-inset-bottom))]"
          }
        >
          <PenLine className="size-4" /> Write update
        </Button>
      )}
    </div>
  );
}

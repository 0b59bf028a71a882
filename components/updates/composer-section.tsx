"use client";

import { PenLine } from "lucide-react";
import { useCallback, useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Section } from "@/components/ui/section";
import { keepFocus } from "@/components/ui/use-focus-return";

type ComposerSectionProps = {
  /** Must move the focus to the message field. */
  onReturn: () => void;
  children: React.ReactNode;
};

/** On small screens, shows a button back to the form while the form is above the screen. */
export function ComposerSection({ onReturn, children }: ComposerSectionProps) {
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
    <div ref={observe}>
      <Section title="Post an update">
        <Card className="p-4">{children}</Card>
      </Section>
      {isAbove && (
        <Button
          onClick={onReturn}
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

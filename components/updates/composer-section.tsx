"use client";

import { PenLine } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Section } from "@/components/ui/section";
import { focusHeadingIfLost } from "@/components/ui/use-focus-return";

type ComposerSectionProps = {
  /** Must move the focus to the message field. */
  onReturn: () => void;
  children: React.ReactNode;
};

/** On small screens, shows a button back to the form while the form is above the screen. */
export function ComposerSection({ onReturn, children }: ComposerSectionProps) {
  const section = useRef<HTMLDivElement>(null);
  const [isAbove, setIsAbove] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) =>
      setIsAbove(!entry!.isIntersecting && entry!.boundingClientRect.bottom <= 0),
    );
    observer.observe(section.current!);
    return () => observer.disconnect();
  }, []);
  // When the form is no longer shown, such as after resolving the incident, its button had the focus.
  useEffect(() => () => focusHeadingIfLost(), []);
  return (
    <div ref={section}>
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

type ScrollAreaProps = { label: string; className?: string; children: React.ReactNode };

/** A region that can be scrolled by keyboard. */
export const ScrollArea = ({ label, className = "", children }: ScrollAreaProps) => (
  <section
    aria-label={label}
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be focusable
    tabIndex={0}
    className={`overflow-auto ${className}`}
  >
    {children}
  </section>
);

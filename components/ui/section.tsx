import { useId } from "react";

type SectionProps = {
  title: string;
  aside?: React.ReactNode;
  anchor?: string;
  className?: string;
  children: React.ReactNode;
};

export function Section({ title, aside, anchor, className = "", children }: SectionProps) {
  const id = useId();
  return (
    <section id={anchor} aria-labelledby={id} className={`min-w-0 scroll-mt-4 ${className}`}>
      <div className="mb-3 flex min-h-6 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

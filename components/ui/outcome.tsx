const takeFocus = (element: HTMLElement | null) => element?.focus();

/** What came of a form that has done its work and is gone: takes the focus that was in the form, so it is read out. */
export function Outcome({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <>
      <h1 ref={takeFocus} tabIndex={-1} className="mb-2 text-lg font-semibold outline-none">
        {title}
      </h1>
      <output className="block wrap-anywhere text-pretty text-muted">{children}</output>
    </>
  );
}

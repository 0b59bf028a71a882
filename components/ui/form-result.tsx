const takeFocus = (element: HTMLElement | null) => element?.focus();

/** Shows the result of a form. Its heading gets the focus, so that screen readers announce it. */
export function FormResult({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <>
      <h1 ref={takeFocus} tabIndex={-1} className="mb-2 text-lg font-semibold outline-none">
        {title}
      </h1>
      <output className="block wrap-anywhere text-pretty text-muted">{children}</output>
    </>
  );
}

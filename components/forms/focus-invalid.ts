/** Focuses the first field with an error, or the language tab that contains it. */
export const focusInvalid = (form: ParentNode | null): void =>
  form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus();

export function languageName(code: string): string {
  const name = new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
  return name[0]!.toLocaleUpperCase(code) + name.slice(1);
}

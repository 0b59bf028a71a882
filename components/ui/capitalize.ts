/** Converts the first letter to upper case. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

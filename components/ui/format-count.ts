const number = new Intl.NumberFormat();

/** Returns a count with its noun, such as “1 member” or “1,200 members”. */
export const formatAmount = (amount: number, noun: string): string =>
  `${number.format(amount)}\u00a0${amount === 1 ? noun : `${noun}s`.replace(/ys$/, "ies")}`;

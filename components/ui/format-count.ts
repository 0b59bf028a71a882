const number = new Intl.NumberFormat();

export const formatNumber = (value: number): string => number.format(value);

/** Returns a count with its noun, such as “1 member” or “1,200 members”. */
export const formatAmount = (amount: number, noun: string): string =>
  `${formatNumber(amount)}\u00a0${amount === 1 ? noun : `${noun}s`.replace(/ys$/, "ies")}`;

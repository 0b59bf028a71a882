const number = new Intl.NumberFormat();

/** A count with its noun: “1 member”, “1,200 members”. */
export const formatAmount = (amount: number, noun: string): string =>
  `${number.format(amount)}\u00a0${amount === 1 ? noun : `${noun}s`.replace(/ys$/, "ies")}`;

import { useState } from "react";

/** Returns a function that runs `work`, and whether `work` is running. */
export function useBusy(): [
  isBusy: boolean,
  run: <Result>(work: () => Promise<Result>) => Promise<Result>,
] {
  const [isBusy, setIsBusy] = useState(false);
  const run = <Result>(work: () => Promise<Result>) => {
    setIsBusy(true);
    return work().finally(() => setIsBusy(false));
  };
  return [isBusy, run];
}

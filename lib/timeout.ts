/** Rejects if the promise is still pending after `timeoutMs`. Does not cancel its work. */
export async function withTimeout<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    const error = new Error(`no response within ${timeoutMs} ms`);
    timer = setTimeout(reject, timeoutMs, error);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}

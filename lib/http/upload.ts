export type OnProgress = (share: number) => void;

/** Sends a request like `fetch`, and reports its progress, which only XMLHttpRequest supports. */
export function sendWithProgress(
  url: string,
  {
    method,
    headers,
    body,
    signal,
  }: {
    method: string;
    headers: Record<string, string>;
    body: Blob;
    signal?: AbortSignal | undefined;
  },
  onSent: OnProgress,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.responseType = "blob";
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded, total }) =>
      onSent(total === 0 ? 1 : loaded / total),
    );
    request.upload.addEventListener("load", () => onSent(1));
    request.addEventListener("load", () => {
      const lines = request
        .getAllResponseHeaders()
        .trim()
        .split(/[\r\n]+/);
      const responseHeaders = lines.map((line): [string, string] => [
        line.slice(0, line.indexOf(":")),
        line.slice(line.indexOf(":") + 1).trim(),
      ]);
      const isEmpty = request.status === 204;
      resolve(
        new Response(isEmpty ? null : (request.response as Blob), {
          status: request.status,
          headers: responseHeaders,
        }),
      );
    });
    request.addEventListener("error", () => reject(new TypeError("The request failed.")));
    request.addEventListener("abort", () =>
      reject(new DOMException("The request was aborted.", "AbortError")),
    );
    signal?.addEventListener("abort", () => request.abort());
    request.send(body);
  });
}

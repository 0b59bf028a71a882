import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer as collect } from "node:stream/consumers";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

export type ReceivedEmail = { from: string; to: string[]; raw: string; parsed: ParsedMail };

export async function startSmtpServer(options: SMTPServerOptions = {}, port = 0) {
  const received: ReceivedEmail[] = [];
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 100,
    disabledCommands: ["STARTTLS"],
    onConnect: (_session, callback) => {
      connections++;
      callback();
    },
    onData: async (stream, { envelope }, callback) => {
      const raw = await collect(stream);
      received.push({
        from: envelope.mailFrom === false ? "" : envelope.mailFrom.address,
        to: envelope.rcptTo.map(({ address }) => address),
        raw: raw.toString(),
        parsed: await simpleParser(raw),
      });
      callback(null, "OK queued as 4711");
    },
    ...options,
  });
  // Ignores the errors of connections that a test aborts.
  server.on("error", () => undefined);
  const listening = server.listen(port, "127.0.0.1");
  await once(listening, "listening");
  const { port: bound } = listening.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${bound}`,
    port: bound,
    received,
    connections: () => connections,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

import type { AddressInfo } from "node:net";
import { buffer as collect } from "node:stream/consumers";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

export type ReceivedEmail = { from: string; to: string[]; raw: string; parsed: ParsedMail };

export async function startSmtpServer(
  options: SMTPServerOptions = {},
  port = 0,
): Promise<{
  url: string;
  port: number;
  received: ReceivedEmail[];
  connections: () => number;
  stop: () => Promise<void>;
}> {
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
    onData: (stream, { envelope }, callback) => {
      const receive = async () => {
        const raw = await collect(stream);
        const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        received.push({
          from,
          to: envelope.rcptTo.map(({ address }) => address),
          raw: raw.toString(),
          parsed: await simpleParser(raw),
        });
        callback(null, "OK queued as 4711");
      };
      void receive();
    },
    ...options,
  });
  // Ignores the errors of connections that a test aborts.
  server.on("error", () => undefined);
  const bound = await new Promise<number>((resolve) => {
    const listening = server.listen(port, "127.0.0.1", () =>
      resolve((listening.address() as AddressInfo).port),
    );
  });
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return {
    url: `smtp://127.0.0.1:${bound}`,
    port: bound,
    received,
    connections: () => connections,
    stop,
  };
}

/** A real SMTP server that stores the mail it receives. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as received. */
  readonly content: string;
}

export interface MailServer {
  /** `smtp://user:password@127.0.0.1:port` */
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  stop(): Promise<void>;
}

/** Starts a server that accepts mail from the user `portal` with the password `secret`. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _, done) {
      if (username === 'portal' && password === 'secret') done(null, { user: username });
      else done(new Error('Wrong name or password'));
    },
    onData(stream, { envelope }, done) {
      void text(stream).then((content) => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), content });
        done();
      });
    },
  });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const { port } = smtp.server.address() as AddressInfo;
  return {
    url: `smtp://portal:secret@127.0.0.1:${port}`,
    received,
    stop: () => new Promise((resolve) => smtp.close(() => resolve())),
  };
}

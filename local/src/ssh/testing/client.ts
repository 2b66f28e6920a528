import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import ssh2, { type Client, type ClientChannel, type ConnectConfig } from 'ssh2';

export interface SshLogin {
  port: number;
  username: string;
  privateKey: string;
  hostVerifier?: ConnectConfig['hostVerifier'];
}

/** A new key pair in OpenSSH's formats. */
export function generateKey(): { public: string; private: string } {
  return ssh2.utils.generateKeyPairSync('ed25519');
}

/** Logs in to a port of this computer. Rejects when it is refused. */
export async function connectSsh(login: SshLogin): Promise<Client> {
  const client = new ssh2.Client();
  const ready = once(client, 'ready');
  client.connect({ host: '127.0.0.1', ...login } as ConnectConfig);
  await ready;
  client.on('error', () => undefined);
  return client;
}

/** Runs one command, as `ssh HOST COMMAND` does. */
export async function execute(
  login: SshLogin,
  command: string,
): Promise<{ output: string; exitCode: number }> {
  const client = await connectSsh(login);
  try {
    return await new Promise((resolve, reject) => {
      // As OpenSSH does: the locale is sent along, and no answer to it is wanted.
      client.exec(command, { env: { LANG: 'C.UTF-8' } }, (error, channel) => {
        if (error !== undefined) return reject(error);
        // The channel's events may come in this very turn.
        const exit = once(channel, 'exit') as Promise<[number]>;
        Promise.all([text(channel), exit]).then(
          ([output, [exitCode]]) => resolve({ output, exitCode }),
          reject,
        );
      });
    });
  } finally {
    client.end();
  }
}

/** Types lines into a shell until it ends, and returns all that was shown. */
export async function talk(login: SshLogin, lines: readonly string[]): Promise<string> {
  const client = await connectSsh(login);
  const channel = await new Promise<ClientChannel>((resolve, reject) =>
    client.shell((error, opened) => (error === undefined ? resolve(opened) : reject(error))),
  );
  for (const line of lines) channel.write(`${line}\r`);
  const shown = await text(channel);
  client.end();
  return shown;
}

import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import ssh2, { type Client, type ClientChannel, type ConnectConfig } from 'ssh2';

export interface SshLogin {
  port: number;
  username: string;
  privateKey: string;
  hostVerifier?: ConnectConfig['hostVerifier'];
}

/** OpenSSH's exit code when the connection breaks before the command reports its own. */
const CONNECTION_LOST = 255;

/** Logs in to a port of this computer. Rejects if the login is refused or the connection closes first. */
export async function connectSsh(login: SshLogin): Promise<Client> {
  const client = new ssh2.Client();
  await new Promise<void>((resolve, reject) => {
    client.once('ready', resolve);
    client.on('error', reject);
    client.once('close', () => reject(new Error('the connection was closed during the handshake')));
    client.connect({ host: '127.0.0.1', ...login } as ConnectConfig);
  });
  return client;
}

/** Runs one command, like `ssh HOST COMMAND`. */
export async function execute(
  login: SshLogin,
  command: string,
): Promise<{ output: string; exitCode: number }> {
  const client = await connectSsh(login);
  try {
    return await new Promise((resolve, reject) => {
      // Like OpenSSH, sends the locale without requesting a reply.
      client.exec(command, { env: { LANG: 'C.UTF-8' } }, (error, channel) => {
        if (error !== undefined) return reject(error);
        let exitCode = CONNECTION_LOST;
        channel.once('exit', (code: number) => (exitCode = code));
        const closed = once(channel, 'close');
        Promise.all([text(channel), closed]).then(([output]) => resolve({ output, exitCode }), reject);
      });
    });
  } finally {
    client.end();
  }
}

/** Types lines into a shell until it ends, and returns its output. */
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

import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { eventually } from '@gpulease/kube/testing';
import { close, listen } from './server.ts';
import { serveUpgrades } from './upgrades.ts';

const refuse: RequestListener = (_, response) => response.writeHead(404).end('no such page');
const sayNothing: RequestListener = () => undefined;

let server: Server;
let client: Socket;
afterEach(() => {
  client.destroy();
  server.close();
});

/** Connects a client that requests an upgrade and never closes its side. */
async function stay(): Promise<void> {
  const { port } = server.address() as AddressInfo;
  client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  client.on('error', () => undefined);
  client.write('GET / HTTP/1.1\r\nHost: portal\r\nConnection: Upgrade\r\nUpgrade: foo\r\n\r\n');
  await once(server, 'upgrade');
}

const untilNobodyIsConnected = () =>
  eventually(async () => expect(await promisify(server.getConnections.bind(server))()).toBe(0));

describe('an upgrade request whose client stays connected', () => {
  it('ends when it is refused', async () => {
    server = await listen(refuse, 0, '127.0.0.1');
    await stay();
    const [said] = (await once(client, 'data')) as [Buffer];
    expect(said.toString()).toMatch(/^HTTP\/1\.1 404 .*no such page/s);
    await untilNobodyIsConnected();
  });

  it('ends after a long silence', async () => {
    server = createServer().listen(0, '127.0.0.1');
    serveUpgrades(server, sayNothing, 50);
    await once(server, 'listening');
    await stay();
    await untilNobodyIsConnected();
  });

  it('ends when the client disconnects from an endless response, such as an event stream', async () => {
    server = await listen((_, response) => response.writeHead(200).write('data'), 0, '127.0.0.1');
    await stay();
    await once(client, 'data');
    client.destroy();
    await untilNobodyIsConnected();
  });

  it('does not prevent the server from stopping', async () => {
    server = await listen(sayNothing, 0, '127.0.0.1');
    await stay();
    await close(server, 50);
    expect(server.listening).toBe(false);
  });
});

import { once } from 'node:events';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { WebSocketServer } from 'ws';
import { connect, type Cluster } from './cluster.ts';
import { ScriptedServer } from './testing/scripted-server.ts';

let server: ScriptedServer;
let cluster: Cluster;

beforeEach(async () => {
  server = await ScriptedServer.start();
  cluster = connect({ kubeconfig: server.writeKubeconfig({ token: 'secret' }) });
});
afterEach(async () => {
  await cluster.close();
  server.stop();
});

it('authenticates, offers the protocols and carries bytes both ways', async () => {
  const sockets = new WebSocketServer({ noServer: true });
  let authorization: string | undefined;
  server.onUpgrade((request, socket, head) => {
    authorization = request.headers.authorization;
    sockets.handleUpgrade(request, socket, head, (peer) => {
      peer.send('login: ');
      peer.on('message', (data) => peer.send(data));
    });
  });
  const socket = await cluster.websocket('/apis/subresources.kubevirt.io/console', ['plain.kubevirt.io']);
  const received: string[] = [];
  socket.on('message', (data: Buffer) => received.push(data.toString()));
  await once(socket, 'message');
  socket.send('root');
  await once(socket, 'message');
  expect(received).toEqual(['login: ', 'root']);
  expect([socket.protocol, authorization]).toEqual(['plain.kubevirt.io', 'Bearer secret']);
  socket.close();
  await once(socket, 'close');
});

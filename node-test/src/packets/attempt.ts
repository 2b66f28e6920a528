/** Runs in the sender's network namespace: tries all targets at once and prints each outcome as JSON. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import { argv } from 'node:process';
import type { Outcome, Target } from './senders.ts';

/** Packets without a response by then count as dropped, because all targets are nearby. */
const patienceMs = 4_000;

/** A DNS query for the API server's name, which the cluster's DNS can answer and an echo returns. */
const labels = 'kubernetes.default.svc.cluster.local'
  .split('.')
  .map((label) => `${String.fromCharCode(label.length)}${label}`);
const question = Buffer.from(`\0\x01\x01\0\0\x01\0\0\0\0\0\0${labels.join('')}\0\0\x01\0\x01`, 'latin1');

const targets = JSON.parse(argv.at(-1) ?? '[]') as Target[];
const outcomes = await Promise.all(
  targets.map((target) => (target.protocol === 'UDP' ? tryUdp(target) : tryTcp(target))),
);
process.stdout.write(JSON.stringify(outcomes));
process.exit();

/** Tries to open a connection. */
async function tryTcp({ address, port }: Target): Promise<Outcome> {
  const socket = connect({ host: address, port });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(patienceMs) });
    return 'answers';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED' ? 'refuses' : 'is silent';
  } finally {
    socket.destroy();
  }
}

/** Sends a packet and waits for a response. */
async function tryUdp({ address, port }: Target): Promise<Outcome> {
  const socket = createSocket('udp4');
  try {
    socket.connect(port, address);
    await once(socket, 'connect');
    socket.send(question);
    await once(socket, 'message', { signal: AbortSignal.timeout(patienceMs) });
    return 'answers';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED' ? 'refuses' : 'is silent';
  } finally {
    socket.close();
  }
}

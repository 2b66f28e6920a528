/** Run where packets are sent from: tries all targets at once, and prints what became of each as JSON. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import { argv } from 'node:process';
import type { Outcome, Target } from './senders.ts';

/** What is not answered by then is dropped on its way; nothing here is far. */
const patienceMs = 4_000;

/** Asks for the address of the API server, which the cluster's own DNS knows; an echo sends it back. */
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

/** Whether a connection comes about. */
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

/** Whether what is sent comes back. */
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

/** Stands in for kubectl in the test of `make kind-test`: it notes what it is told, and shows a cluster in which all is well. */
import { appendFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';

const { NOTES = '', PORTAL_PORT, CAP_EFF = '0000000000000000' } = process.env;
const [, , , ...args] = process.argv;
const [verb = ''] = args;
appendFileSync(NOTES, `kubectl ${args.join(' ')}\n`);

const ids = Array<string>(4).fill('65532').join('\t');
const status = [
  'Name:\tnode',
  `Uid:\t${ids}`,
  `Gid:\t${ids}`,
  `CapEff:\t${CAP_EFF}`,
  'CapBnd:\t0000000000000000',
  'NoNewPrivs:\t1',
  'Seccomp:\t2',
  '',
].join('\n');
const view = { status, mounts: 'overlay / overlay ro,relatime 0 0\n', limit: '536870912\n' };

const probed = { startupProbe: {}, livenessProbe: {}, readinessProbe: {} };
const pod = (name: string) => ({
  metadata: { name },
  spec: { containers: [{ ...probed, resources: { limits: { memory: '512Mi' } } }] },
  status: {
    startTime: new Date().toISOString(),
    conditions: [{ type: 'Ready', status: 'True' }],
    containerStatuses: [{ started: true, ready: true }],
  },
});
const programs: Record<string, object[]> = {
  operator: ['operator-1', 'operator-2'].map(pod),
  bff: [pod('bff-1')],
  worker: [pod('worker-1')],
};
const region = { status: { conditions: [{ type: 'NetworkPoliciesEnforced', status: 'True' }] } };

/** Pods of programs by their selector, or the one of a machine. */
function pods(selector: string): object[] {
  const wanted = /in \((.*)\)/.exec(selector)?.[1]?.split(',');
  return wanted?.flatMap((name) => programs[name] ?? []) ?? [pod('virt-launcher')];
}

function get(): string {
  const selector = args.find((argument) => argument.startsWith('--selector=')) ?? '';
  return JSON.stringify({ items: args[1] === 'pods' ? pods(selector) : [region] });
}

/** Until it is stopped. */
function forwardPort(): string {
  const [port] = (args.at(-1) ?? '').split(':');
  createServer((socket) => {
    const onward = connect(Number(PORTAL_PORT));
    for (const end of [socket, onward]) end.on('error', () => undefined);
    socket.pipe(onward).pipe(socket);
  }).listen(Number(port), '127.0.0.1');
  return '';
}

const answers: Partial<Record<string, () => string>> = {
  get,
  exec: () => JSON.stringify(view),
  logs: () => '{"level":30,"msg":"Portal is listening"}\n',
  'port-forward': forwardPort,
};
process.stdout.write(answers[verb]?.() ?? '');

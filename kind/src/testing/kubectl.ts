/** Simulates kubectl in the test of `make kind-test`: it records its arguments and shows a healthy cluster. */
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import type { Outcome, Target } from '../../../node-test/src/packets/senders.ts';
import { mustReach, type SenderName, type TargetName } from '../../../node-test/src/packets/table.ts';

const { NOTES = '', PORTAL_PORT, CAP_EFF = '0000000000000000', CRASHES = '' } = process.env;
const [, , , ...args] = process.argv;
const has = (argument: string) => args.includes(argument);
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
const view = { status, mounts: 'overlay / overlay ro,relatime 0 0\n', limit: 536_870_912 };

const probed = { startupProbe: {}, livenessProbe: {}, readinessProbe: {} };
/** A pod whose IP address is its name. */
const pod = (name: string) => ({
  metadata: { name, namespace: 'gpulease-system' },
  spec: {
    nodeName: 'gpulease-worker',
    containers: [{ ...probed, resources: { limits: { memory: '512Mi' } } }],
  },
  status: {
    podIP: name,
    startTime: new Date().toISOString(),
    conditions: [{ type: 'Ready', status: 'True' }],
    containerStatuses: [
      { started: true, ready: true, state: { running: { startedAt: new Date().toISOString() } } },
    ],
  },
});
const crashing = {
  metadata: { name: 'worker-1', namespace: 'gpulease-system' },
  status: { containerStatuses: [{ state: { waiting: { reason: 'CrashLoopBackOff' } } }] },
};
const programs: Record<string, object[]> = {
  operator: ['operator-1', 'operator-2'].map(pod),
  bff: ['bff-1', 'bff-2'].map(pod),
  worker: ['worker-1', 'worker-2'].map(pod),
};
const region = { status: { conditions: [{ type: 'NetworkPoliciesEnforced', status: 'True' }] } };

/** Returns all pods. If CRASHES names a file, one of our pods crashes once; the file records that it has. */
function allPods(): object[] {
  if (CRASHES === '' || existsSync(CRASHES)) return Object.values(programs).flat();
  writeFileSync(CRASHES, '');
  return [crashing];
}

/** Returns our pods or PostgreSQL's by selector, other pods by namespace, or a machine's pod. */
function pods(selector: string): object[] {
  const wanted = /in \((.*)\)/.exec(selector)?.[1]?.split(',');
  if (wanted) return wanted.flatMap((name) => programs[name] ?? []);
  if (selector.endsWith('=postgres')) return [pod('postgres-0')];
  if (selector === '' && has('--all-namespaces')) return allPods();
  if (has('--namespace=elsewhere')) return [pod('stranger')];
  return [pod(has('--namespace=u-neighbour') ? 'neighbour' : 'virt-launcher')];
}

function get(): string {
  if (args[1] === 'node') return '172.18.0.2';
  const selector = args.find((argument) => argument.startsWith('--selector=')) ?? '';
  return JSON.stringify({ items: args[1] === 'pods' ? pods(selector) : [region] });
}

const senderAt: Record<string, SenderName> = {
  'bff-1': 'portal',
  'operator-1': 'operator',
  'worker-1': 'billing',
  neighbour: "another tenant's machine",
  stranger: 'pod of somebody else',
};
const targetAt: Record<string, TargetName> = {
  'bff-2:8081': 'portal: metrics',
  'operator-2:8081': 'operator: metrics',
  'worker-2:8081': 'billing: metrics',
  'postgres-0:5432': 'database',
  '10.96.0.1:443': 'API server',
  '172.18.0.2:10250': 'kubelet',
  '10.96.0.10:53': 'DNS by TCP',
  'virt-launcher:22': 'machine: SSH',
  'quay.io:443': 'internet',
};

/** Inspects the process, or sends packets. */
function exec(): string {
  if (!has('--input-type=module-typescript')) return JSON.stringify(view);
  const sender = senderAt[args[args.indexOf('--') - 1] ?? ''];
  const outcomeOf = ({ address, port }: Target): Outcome => {
    const target = targetAt[`${address}:${port}`];
    return sender && target && mustReach(sender, target) ? 'answers' : 'is silent';
  };
  return JSON.stringify((JSON.parse(args.at(-1) ?? '[]') as Target[]).map(outcomeOf));
}

/** Forwards a port until the process is stopped. */
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
  exec,
  logs: () => '{"level":30,"msg":"Portal is listening"}\n',
  'port-forward': forwardPort,
};
process.stdout.write(answers[verb]?.() ?? '');

/** `make kind-up`: creates or updates a cluster in Docker with KubeVirt, CDI, PostgreSQL and GPULease. */
import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { retry } from '@gpulease/kube';
import { keepAccounts, type Accounts } from '../../local/src/demo/accounts.ts';
import { readSettings } from '../../local/src/demo/settings.ts';
import { download, releases } from './releases.ts';
import { capture, run } from './run.ts';
import { secretManifests } from './secrets.ts';
import { missingTool } from './tools.ts';

const cluster = 'gpulease';
const context = `kind-${cluster}`;
const system = '--namespace=gpulease-system';
const home = join(readSettings(process.env).home, 'kind');
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'gpulease/kind');
const images = ['operator', 'portal'] as const;
const kubectl = ['kubectl', `--context=${context}`];
const apply = [...kubectl, 'apply', '--server-side', '--force-conflicts'];

try {
  await up();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function up(): Promise<void> {
  const missing = missingTool(['docker', 'kind', 'kubectl', 'helm']);
  if (missing !== undefined) throw new Error(missing);
  mkdirSync(home, { recursive: true });
  const accounts = keepAccounts(home);
  await step('Cluster', startCluster);
  await step('Images', loadImages);
  await step('KubeVirt and CDI', installKubeVirt);
  await step('PostgreSQL', () => installDatabase(accounts));
  await step('GPULease', installChart);
  await step('Catalogue', () => run([...apply, '--kustomize=kind/catalogue']));
  console.log(accessSummary(accounts, await seedPeople(accounts)));
}

function accessSummary({ demo, admin }: Accounts, inviteCode: string): string {
  return `
GPULease is running in kind. Forward its portal to this machine, and keep the command running:

  kubectl --context=${context} port-forward ${system} service/gpulease-portal 8080:http

  Portal    http://127.0.0.1:8080            ${demo.username} / ${demo.password}
  Admin     http://127.0.0.1:8080/admin      ${admin.username} / ${admin.password}
  Register  http://127.0.0.1:8080/register   invite code ${inviteCode}; SMS codes appear at http://127.0.0.1:8080/test

Payments and SMS are simulated; there are no GPUs, and CPUs may be emulated. make kind-down removes everything.`;
}

async function step(name: string, work: () => Promise<void>): Promise<void> {
  console.log(`\n── ${name} ──`);
  await work();
}

async function startCluster(): Promise<void> {
  const clusters = await capture(['kind', 'get', 'clusters']);
  if (clusters.split('\n').includes(cluster)) return;
  await run(['kind', 'create', 'cluster', '--config=kind/cluster.yaml', '--wait=5m']);
}

async function loadImages(): Promise<void> {
  const tags = images.map((name) => `gpulease.local/gpulease-${name}:kind`);
  for (const [index, name] of images.entries())
    await run(['docker', 'build', `--file=${name}/Dockerfile`, `--tag=${tags[index] ?? ''}`, '.']);
  await run(['kind', 'load', 'docker-image', `--name=${cluster}`, ...tags]);
}

async function installKubeVirt(): Promise<void> {
  for (const release of Object.values(releases))
    await run([...apply, `--filename=${await download(release, cache)}`]);
  // The API server serves new kinds a moment after their definitions are stored.
  const applyKinds = () => run([...apply, '--filename=kind/kubevirt.yaml']);
  await retry(applyKinds, { when: () => true, attempts: 20, backoff: { baseMs: 1000, maxMs: 5000 } });
  const available = [...kubectl, 'wait', '--for=condition=Available', '--timeout=20m'];
  await run([...available, '--namespace=kubevirt', 'kubevirt/kubevirt']);
  await run([...available, 'cdi/cdi']);
}

async function installDatabase(people: Accounts): Promise<void> {
  const list = { apiVersion: 'v1', kind: 'List', items: secretManifests(people) };
  await run([...apply, '--filename=-'], JSON.stringify(list));
  await run([...apply, '--filename=kind/postgres.yaml']);
  await run([...kubectl, 'rollout', 'status', system, '--timeout=10m', 'statefulset/postgres']);
}

/** Rebuilt images keep their name, so the pods are restarted explicitly. */
async function installChart(): Promise<void> {
  const release = ['upgrade', '--install', 'gpulease', 'charts/gpulease', `--kube-context=${context}`];
  await run(['helm', ...release, system, '--values=kind/values.yaml', '--timeout=10m']);
  const deployments = ['operator', 'bff', 'worker'].map((name) => `deployment/gpulease-${name}`);
  await run([...kubectl, 'rollout', 'restart', system, ...deployments]);
  for (const name of deployments) await run([...kubectl, 'rollout', 'status', system, '--timeout=10m', name]);
}

/** Creates the demo user if missing, and returns an invite code for a new user. */
async function seedPeople({ demo }: Accounts): Promise<string> {
  const wanted = { users: [{ ...demo, phone: '13800138000' }], inviteCodes: 1 };
  const seed = ['--', '/usr/local/bin/node', 'portal/bff/src/seed.ts'];
  const exec = [...kubectl, 'exec', '--stdin', system, 'deployment/gpulease-bff', ...seed];
  const answer = await capture(exec, JSON.stringify(wanted));
  return (JSON.parse(answer) as { inviteCodes: string[] }).inviteCodes[0] ?? '';
}

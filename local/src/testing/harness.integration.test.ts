import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import {
  runKubectl,
  startOwnControlPlane,
  startOwnPostgres,
  useControlPlane,
  usePostgres,
  type OwnControlPlane,
  type OwnPostgres,
  type TestDatabase,
} from './index.ts';

describe('the shared control plane', () => {
  const cluster = useControlPlane();

  it('is a real API server of the pinned version unless another is chosen', async () => {
    const chosen = process.env.KUBEBUILDER_ASSETS !== undefined;
    expect(JSON.parse(await cluster.kubectl(['version', '--output=json']))).toMatchObject({
      serverVersion: { gitVersion: chosen ? expect.stringMatching(/^v1\.\d+\.\d+$/) : 'v1.36.3' },
    });
  });

  it('identifies a user by certificate', async () => {
    const kubeconfig = await cluster.addUser({ name: 'mei', groups: ['auditors'] });
    const { stdout } = await runKubectl(['auth', 'whoami', '--output=json'], { kubeconfig });
    expect(JSON.parse(stdout)).toMatchObject({
      status: { userInfo: { username: 'mei', groups: ['auditors', 'system:authenticated'] } },
    });
  });

  it('refuses a user without rights', async () => {
    const kubeconfig = await cluster.addUser({ name: 'stranger' });
    const { exitCode, stderr } = await runKubectl(['get', 'secrets'], { kubeconfig });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('Forbidden');
  });

  it('identifies a ServiceAccount by its token', async () => {
    const namespace = await cluster.uniqueNamespace();
    const kubeconfig = await cluster.serviceAccountKubeconfig(namespace, 'robot');
    const { stdout } = await runKubectl(['auth', 'whoami', '--output=json'], { kubeconfig });
    expect(JSON.parse(stdout)).toMatchObject({
      status: { userInfo: { username: `system:serviceaccount:${namespace}:robot` } },
    });
  });
});

describe('a dedicated control plane', () => {
  let cluster: OwnControlPlane;
  beforeAll(async () => {
    cluster = await startOwnControlPlane({ controllerManager: true, scheduler: true, kwok: true });
  });
  afterAll(() => cluster.stop());

  it('retains its objects when the API server is killed and restarted', async () => {
    const namespace = await cluster.uniqueNamespace();
    await cluster.killApiServer();
    await expect(cluster.kubectl(['get', 'namespace', namespace])).rejects.toThrow('refused');
    await cluster.startApiServer();
    expect(await cluster.kubectl(['get', 'namespace', namespace, '--output=name'])).toBe(
      `namespace/${namespace}\n`,
    );
  });

  it('returns 410 Gone to a watch from before a compaction', async () => {
    const list = JSON.parse(await cluster.kubectl(['get', '--raw', '/api/v1/namespaces'])) as NamespaceList;
    const namespace = await cluster.uniqueNamespace();
    await cluster.compactEtcd();
    await cluster.killApiServer();
    await cluster.startApiServer();
    const path = `/api/v1/namespaces?watch=true&timeoutSeconds=60&resourceVersion=${list.metadata.resourceVersion}`;
    expect(await cluster.kubectl(['get', '--raw', path])).toContain('"code":410');
    await cluster.kubectl(['delete', 'namespace', namespace]);
  });

  it('runs a pod on a fake node', async () => {
    await cluster.kubectl(['apply', '--server-side', '--filename=-'], fakeNode('gpu-1'));
    const namespace = await cluster.uniqueNamespace();
    await cluster.kubectl([
      `--namespace=${namespace}`,
      'run',
      'machine',
      '--image=none',
      `--overrides=${JSON.stringify({ spec: { tolerations: [{ operator: 'Exists' }] } })}`,
    ]);
    const arrived = ['wait', 'pod/machine', '--for=condition=Ready', '--timeout=170s'];
    expect(await cluster.kubectl([`--namespace=${namespace}`, ...arrived])).toContain('condition met');
  });
});

describe('the shared PostgreSQL', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await usePostgres();
  });
  afterAll(() => database.drop());

  it('lets the application write rows but not change the schema', async () => {
    await query(database.ownerUrl, 'CREATE TABLE note (id serial PRIMARY KEY, text text)');
    await query(database.url, `INSERT INTO note (text) VALUES ('hello')`);
    expect(await query(database.url, 'SELECT text FROM note')).toEqual([{ text: 'hello' }]);
    await expect(query(database.url, 'CREATE TABLE other (id int)')).rejects.toThrow('permission denied');
  });

  it('gives each caller an empty database', async () => {
    const other = await usePostgres();
    expect(await query(other.url, `SELECT * FROM pg_tables WHERE schemaname = 'public'`)).toEqual([]);
    await other.drop();
  });
});

describe('a dedicated PostgreSQL', () => {
  let postgres: OwnPostgres;
  beforeAll(async () => {
    postgres = await startOwnPostgres();
  });
  afterAll(() => postgres.stop());

  it('retains its rows after an immediate stop and a restart', async () => {
    await query(postgres.ownerUrl, 'CREATE TABLE note AS SELECT 1 AS id');
    await postgres.stopImmediate();
    await expect(query(postgres.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
    await postgres.start();
    expect(await query(postgres.url, 'SELECT id FROM note')).toEqual([{ id: 1 }]);
  });
});

interface NamespaceList {
  metadata: { resourceVersion: string };
}

async function query(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

function fakeNode(name: string): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, annotations: { 'kwok.x-k8s.io/node': 'fake' } },
    status: { allocatable: { cpu: '8', memory: '32Gi', pods: '110' } },
  });
}

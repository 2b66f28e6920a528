import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { eventually } from '@gpulease/kube/testing';
import { startOwnControlPlane, type OwnControlPlane } from '@gpulease/local/testing';
import { chart, runHelm, upgradeRelease } from './helm.ts';
import { describeWithHelm } from './testing/helm.ts';

jest.setTimeout(600_000);

/** Helm's default timeout of a hook. */
const helmPatienceMs = 300_000;

/** All kinds of objects in the chart. */
const kinds = [
  ...['customresourcedefinitions', 'namespaces', 'serviceaccounts', 'services', 'deployments'],
  ...[
    'clusterroles',
    'clusterrolebindings',
    'roles',
    'rolebindings',
    'networkpolicies',
    'poddisruptionbudgets',
  ],
  ...['validatingadmissionpolicies', 'validatingadmissionpolicybindings'],
].join(',');

/** The size limit of a Secret. Helm stores a release in one. */
const largestSecret = 1_048_576;

interface Listed {
  kind: string;
  metadata: { name: string; generation?: number; resourceVersion: string };
}

describeWithHelm('a release in a real cluster', () => {
  let cluster: OwnControlPlane;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gpulease-chart-'));
    cluster = await startOwnControlPlane({ controllerManager: true });
    await cluster.kubectl(['create', 'namespace', 'gpulease-system']);
  }, 900_000);
  afterAll(async () => {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 300_000);

  /** Upgrades the release and returns helm's output. Marks the migration as succeeded, since there is no kubelet to run it. */
  async function upgrade(from?: string): Promise<string> {
    const done = upgradeRelease(cluster.kubeconfig, from);
    const migrated = eventually(async () => {
      const pod = await cluster.kubectl([
        ...['get', 'pods', '--namespace=gpulease-system', '--output=name'],
        ...['--selector=job-name=gpulease-migrate', '--field-selector=status.phase=Pending'],
      ]);
      expect(pod).toContain('pod/');
      const succeeded = JSON.stringify({ status: { phase: 'Succeeded' } });
      const patch = ['patch', pod.trim(), '--namespace=gpulease-system', '--subresource=status'];
      await cluster.kubectl([...patch, '--type=merge', `--patch=${succeeded}`]);
    }, helmPatienceMs);
    const [notes] = await Promise.all([done, migrated]);
    return notes;
  }

  /** Returns the chart's objects as `Kind name`, each with a version that changes with its spec. */
  async function objects(): Promise<Map<string, string>> {
    const list = ['get', kinds, '--all-namespaces', '--output=json'];
    const text = await cluster.kubectl([...list, '--selector=app.kubernetes.io/managed-by=Helm']);
    const { items } = JSON.parse(text) as { items: Listed[] };
    return new Map(
      items.map(({ kind, metadata: { name, generation, resourceVersion } }) => [
        `${kind} ${name}`,
        generation === undefined ? resourceVersion : `generation ${generation}`,
      ]),
    );
  }

  const uninstall = () =>
    runHelm([
      ...['uninstall', 'gpulease', '--namespace=gpulease-system', '--wait'],
      `--kubeconfig=${cluster.kubeconfig}`,
    ]);

  const explain = (field: string) => cluster.kubectl(['explain', `workloads.gpulease.dev.${field}`]);

  it('installs completely, in a Secret well below the size limit', async () => {
    const notes = await upgrade(olderChart(folder));
    expect(notes).toContain(
      'The portal: https://gpu.example.com (route it to Service gpulease-portal, port 80)',
    );
    const names = [...(await objects()).keys()];
    for (const component of ['operator', 'bff', 'worker'])
      expect(names).toContain(`Deployment gpulease-${component}`);
    expect(names.filter((name) => name.startsWith('CustomResourceDefinition'))).toHaveLength(8);
    const secret = await cluster.kubectl([
      'get',
      'secret',
      'sh.helm.release.v1.gpulease.v1',
      '-n',
      'gpulease-system',
      '-o',
      'json',
    ]);
    expect(secret.length).toBeLessThan(largestSecret / 4);
  });

  it('adds new fields of the custom resources with an upgrade', async () => {
    // The API server publishes the schemas of new kinds with a short delay.
    await eventually(() => expect(explain('spec.freeze')).rejects.toThrow('does not exist'));
    await upgrade();
    await eventually(async () => expect(await explain('spec.freeze')).toContain('FIELD: freeze'));
  });

  it('changes nothing when upgraded to the same chart', async () => {
    const before = await objects();
    await upgrade();
    expect(await objects()).toEqual(before);
    const history = await runHelm([
      ...['history', 'gpulease', '--namespace=gpulease-system', '--output=json'],
      `--kubeconfig=${cluster.kubeconfig}`,
    ]);
    expect((JSON.parse(history) as object[]).at(-1)).toMatchObject({ revision: 3, status: 'deployed' });
  });

  it('keeps only the kinds, their objects and the imported images when uninstalled, and reports them', async () => {
    const region = {
      apiVersion: 'gpulease.dev/v1alpha1',
      kind: 'Region',
      metadata: { name: 'cn-east-1' },
      spec: { description: 'Shanghai.', exposure: { type: 'LoadBalancer' } },
    };
    await cluster.kubectl(['create', '--filename=-'], JSON.stringify(region));
    const said = await uninstall();
    expect(said).toContain('These resources were kept due to the resource policy');
    const left = [...(await objects()).keys()];
    for (const name of left) expect(said).toContain(name.replace(/^(\w+)/, '[$1]'));
    expect(left.filter((name) => !name.startsWith('CustomResourceDefinition'))).toEqual([
      'Namespace gpulease-images',
    ]);
    expect(left).toHaveLength(9);
    expect(await cluster.kubectl(['get', 'regions'])).toContain('cn-east-1');
  });

  it('adopts the kept objects when installed again', async () => {
    await upgrade();
    expect(await cluster.kubectl(['get', 'regions'])).toContain('cn-east-1');
    expect([...(await objects()).keys()]).toContain('Deployment gpulease-operator');
  });

  it('leaves no kind behind when the definitions are deleted by label', async () => {
    await uninstall();
    await cluster.kubectl(['delete', 'crd', '--selector=app.kubernetes.io/name=gpulease']);
    expect(await cluster.kubectl(['get', 'crd', '--output=name'])).toBe('');
  });
});

/** Makes an older chart, from before Workloads could be frozen. */
function olderChart(folder: string): string {
  const older = join(folder, 'gpulease');
  cpSync(chart, older, { recursive: true });
  const path = join(older, 'files/crds/workloads.yaml');
  writeFileSync(path, readFileSync(path, 'utf8').replace(/^( *)freeze:\n(?:\1 .*\n)+/m, ''));
  return older;
}

/** The backup CronJob as helm renders it. */
import { expect, it } from '@jest/globals';
import { useControlPlane } from '@gpulease/local/testing';
import { renderChart } from './helm.ts';
import { describeWithHelm, parseManifests, type Manifest } from './testing/helm.ts';

interface CronJob {
  spec: { jobTemplate: { spec: { template: { spec: PodSpec } } } };
}

interface PodSpec {
  containers: { args: string[]; env?: { name: string }[] }[];
  volumes: object[];
}

async function renderAll(...values: string[]): Promise<Manifest[]> {
  return parseManifests(await renderChart(values.map((value) => `--set=${value}`)));
}

async function render(...values: string[]): Promise<Manifest[]> {
  return (await renderAll(...values)).filter(({ metadata }) => metadata.name === 'gpulease-backup');
}

async function podOf(...values: string[]): Promise<PodSpec> {
  const pod = podIn(await render('backup.enabled=true', ...values));
  if (!pod) throw new Error('There is no CronJob');
  return pod;
}

function podIn(manifests: readonly Manifest[]): PodSpec | undefined {
  const job = manifests.find(({ kind }) => kind === 'CronJob') as CronJob | undefined;
  return job?.spec.jobTemplate.spec.template.spec;
}

async function restoreTest(...values: string[]): Promise<PodSpec | undefined> {
  const all = await renderAll('backup.enabled=true', ...values);
  return podIn(all.filter(({ metadata }) => metadata.name === 'gpulease-restore-test'));
}

describeWithHelm('the backup of the chart', () => {
  it('is off by default', async () => {
    expect(await render()).toEqual([]);
  }, 900_000);

  it('writes the configured backup into the claim', async () => {
    const plain = await podOf();
    const create = ['portal/bff/src/backup.ts', 'create', '/backup', '--keep=14', '--record'];
    expect(plain.containers[0]).toMatchObject({ args: create, env: [{ name: 'DATABASE_URL' }] });
    expect(plain.volumes).toEqual([
      { name: 'backup', persistentVolumeClaim: { claimName: 'gpulease-backup' } },
    ]);
    const other = await podOf('backup.keep=3', 'backup.only=cluster', 'backup.keySecret=backup-key');
    expect(other.containers[0]?.args.slice(3)).toEqual([
      ...['--keep=3', '--record', '--only=cluster', '--key-file=/etc/gpulease/backup/key'],
    ]);
    // Needed for --record, even without the database in the backup.
    expect(other.containers[0]?.env).toMatchObject([{ name: 'DATABASE_URL' }]);
    expect(other.volumes).toContainEqual({ name: 'key', secret: { secretName: 'backup-key' } });
  });

  it('may list GPULease’s kinds, and read Secrets only if configured', async () => {
    const rulesOf = async (...values: string[]) => {
      const role = (await render('backup.enabled=true', ...values)).find(
        ({ kind }) => kind === 'ClusterRole',
      );
      return (role as unknown as { rules: { resources: string[]; verbs: string[] }[] }).rules;
    };
    const [own, ...others] = await rulesOf();
    expect(own?.verbs).toEqual(['list']);
    expect(others).toEqual([]);
    expect((await rulesOf('backup.userData=true'))[1]).toMatchObject({
      resources: ['secrets'],
      verbs: ['get'],
    });
  });

  it('restores the newest backup into a scratch database if one is configured', async () => {
    expect(await restoreTest()).toBeUndefined();
    const pod = await restoreTest('backup.restoreTest.databaseSecret=scratch', 'backup.keySecret=backup-key');
    expect(pod?.containers[0]?.args).toEqual([
      ...['portal/bff/src/backup.ts', 'verify', '/backup', '--newest', '--restore', '--record'],
      '--key-file=/etc/gpulease/backup/key',
    ]);
    expect(pod?.containers[0]?.env).toMatchObject([
      { name: 'DATABASE_URL' },
      { name: 'SCRATCH_DATABASE_URL', valueFrom: { secretKeyRef: { name: 'scratch', key: 'url' } } },
    ]);
    await expect(
      restoreTest('backup.restoreTest.databaseSecret=scratch', 'backup.only=cluster'),
    ).rejects.toThrow('backup.only: cluster leaves out');
  });

  it('is accepted by the API server in a namespace of Pod Security level restricted', async () => {
    const cluster = useControlPlane();
    const namespace = await cluster.uniqueNamespace();
    await cluster.kubectl(['label', 'namespace', namespace, 'pod-security.kubernetes.io/enforce=restricted']);
    await cluster.kubectl(['create', 'serviceaccount', 'gpulease-backup', `--namespace=${namespace}`]);
    const spec = await podOf('backup.keySecret=backup-key');
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'backup', namespace }, spec };
    const dryRun = ['create', '--dry-run=server', '--filename=-'];
    expect(await cluster.kubectl(dryRun, JSON.stringify(pod))).toContain('created');
    const [job] = (await render('backup.enabled=true')).filter(({ kind }) => kind === 'CronJob');
    const there = { ...job, metadata: { ...job?.metadata, namespace } };
    expect(await cluster.kubectl(dryRun, JSON.stringify(there))).toContain('created');
    const restoring = await restoreTest('backup.restoreTest.databaseSecret=scratch');
    const restoringPod = { ...pod, spec: restoring };
    expect(await cluster.kubectl(dryRun, JSON.stringify(restoringPod))).toContain('created');
  });
});

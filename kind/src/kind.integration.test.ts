import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startOwnControlPlane, uniqueName, type OwnControlPlane } from '@gpulease/local/testing';
import { canHaveHelm, ensureHelm } from '../../charts/src/helm.ts';
import { sharedServers } from '../../local/src/testing/facts.ts';
import { createPool } from '../../portal/bff/src/database/database.ts';
import { releases } from './releases.ts';
import { secretManifests } from './secrets.ts';

jest.setTimeout(600_000);

const repository = join(import.meta.dirname, '../..');
const kubevirtManifests = join(repository, 'local/src/kubevirt/manifests');

/** A stub of CDI's own kind, which comes with its release. */
const cdiCrd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'cdis.cdi.kubevirt.io' },
  spec: {
    group: 'cdi.kubevirt.io',
    scope: 'Cluster',
    names: { kind: 'CDI', plural: 'cdis', singular: 'cdi', listKind: 'CDIList' },
    versions: [
      {
        name: 'v1beta1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
};

/**
 * Substitutes for the programs that make kind-up calls. docker and kind only record their arguments. kubectl and helm are
 * real, on a real API server: kubectl applies as a dry run, and helm installs all but the migration, which needs a kubelet.
 */
const programs = {
  docker: 'true',
  kind: 'true',
  kubectl: `real() { "$REAL_KUBECTL" --kubeconfig="$TEST_KUBECONFIG" "$@"; }
    case "$2" in
      apply) shift; real "$@" --dry-run=server --validate=strict ;;
      exec) cat > "$NOTES.people"; echo '{ "users": [], "inviteCodes": ["GPU-1"] }' ;;
      rollout) until real wait --for=condition=Established crd --all 2> /dev/null; do :; done ;;
    esac`,
  helm: `case "$1" in
    upgrade) shift 5; "$REAL_HELM" upgrade --install gpulease charts/gpulease --kubeconfig="$TEST_KUBECONFIG" --no-hooks "$@" ;;
  esac`,
};

const helmIsThere = await canHaveHelm();
const describeWithHelm = helmIsThere ? describe : describe.skip;

describeWithHelm(`make kind-up${helmIsThere ? '' : ' (left out: needs Go 1.26 to build helm)'}`, () => {
  let cluster: OwnControlPlane;
  let folder: string;
  let env: Record<string, string>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gpulease-kind-'));
    cluster = await startOwnControlPlane();
    for (const namespace of ['gpulease-system', 'kubevirt', 'cdi'])
      await cluster.kubectl(['create', 'namespace', namespace]);
    const operators = ['kubevirt', 'virtual-machine', 'data-volume'];
    for (const name of operators)
      await cluster.kubectl([
        'apply',
        '--server-side',
        `--filename=${join(kubevirtManifests, `${name}.yaml`)}`,
      ]);
    await cluster.kubectl(['apply', '--server-side', '--filename=-'], JSON.stringify(cdiCrd));
    layOutReleases();
    env = {
      PATH: `${layOutPrograms()}:${process.env.PATH ?? ''}`,
      HOME: process.env.HOME ?? '',
      XDG_CACHE_HOME: join(folder, 'cache'),
      GPULEASE_HOME: join(folder, 'home'),
      NOTES: join(folder, 'notes'),
      TEST_KUBECONFIG: cluster.kubeconfig,
      REAL_KUBECTL: sharedServers().binaries.kubectl,
      REAL_HELM: await ensureHelm(),
    };
  }, 900_000);
  afterAll(async () => {
    await cluster.stop();
    rmSync(folder, { recursive: true });
  }, 300_000);

  /** Fills the cache of downloaded KubeVirt and CDI releases. */
  function layOutReleases(): void {
    for (const { repository: name, version, file } of Object.values(releases)) {
      const path = join(folder, 'cache/gpulease/kind', name, version, file);
      mkdirSync(dirname(path), { recursive: true });
      cpSync(join(kubevirtManifests, 'kubevirt.yaml'), path);
    }
  }

  function layOutPrograms(): string {
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    for (const [name, script] of Object.entries(programs))
      writeFileSync(join(bin, name), `#!/bin/sh\necho "${name} $*" >> "$NOTES"\n${script}\n`, {
        mode: 0o755,
      });
    return bin;
  }

  const runScript = (name: string, more: Record<string, string> = {}) =>
    spawnSync(process.execPath, [join(repository, `kind/src/${name}.ts`)], {
      env: { ...env, ...more },
      encoding: 'utf8',
    });

  it('applies manifests that a real API server accepts, and prints the address of the portal', () => {
    const { status, stdout, stderr } = runScript('up');
    expect({ status, stderr: stderr.split('\n').filter((line) => line.includes('rror')) }).toEqual({
      status: 0,
      stderr: [],
    });
    for (const taken of [
      'kubevirt.kubevirt.io/kubevirt serverside-applied',
      'cdi.cdi.kubevirt.io/cdi serverside-applied',
      'secret/gpulease-database serverside-applied',
      'statefulset.apps/postgres serverside-applied',
      'computenode.gpulease.dev/gpulease-worker2 serverside-applied',
      'vmimage.gpulease.dev/cirros serverside-applied',
    ])
      expect(stdout).toContain(taken);
    expect(stdout).toMatch(/Portal +http:\/\/127\.0\.0\.1:8080 +demo \/ Gpu1-/);
    expect(stdout).toContain('invite code GPU-1');
    const notes = readFileSync(join(folder, 'notes'), 'utf8');
    expect(notes).toContain('kind create cluster --config=kind/cluster.yaml');
    expect(notes).toContain(
      'docker build --file=portal/Dockerfile --tag=gpulease.local/gpulease-portal:kind .',
    );
    expect(JSON.parse(readFileSync(join(folder, 'notes.people'), 'utf8'))).toMatchObject({
      users: [{ username: 'demo' }],
    });
  });

  it('prints only the missing tool', () => {
    writeFileSync(join(folder, 'bin/kind'), '#!/bin/sh\nexit 127\n');
    const { status, stderr, stdout } = runScript('up');
    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^kind is missing: install it \(https:\S+\)\.\n$/);
    writeFileSync(join(folder, 'bin/kind'), '#!/bin/sh\n');
  });

  it('leaves no passwords behind after make kind-down', () => {
    expect(existsSync(join(folder, 'home/kind/accounts.json'))).toBe(true);
    expect(runScript('down').status).toBe(0);
    expect(existsSync(join(folder, 'home/kind'))).toBe(false);
  });
});

it('the portal connects to PostgreSQL with the role and password of its Secret', async () => {
  const role = uniqueName('kind').replace('-', '_');
  const account = { username: 'x', password: 'x' };
  const manifests = secretManifests({
    demo: account,
    admin: account,
    databaseOwnerPassword: 'owner',
    databasePassword: 'a-B_9',
  }) as { metadata: { name: string }; stringData: Record<string, string> }[];
  const dataOf = (name: string) => manifests.find(({ metadata }) => metadata.name === name)?.stringData ?? {};
  const { superuserUrl } = sharedServers().postgres;
  await query(superuserUrl, dataOf('postgres')['roles.sql']?.replace('gpulease', role) ?? '');
  const url = new URL(superuserUrl);
  url.username = role;
  url.password = new URL(dataOf('gpulease-database').url ?? '').password;
  expect(await query(url.href, 'SELECT current_user')).toEqual([{ current_user: role }]);
  await query(superuserUrl, `DROP ROLE ${role}`);
});

/** Runs a query like the portal. */
async function query(connectionString: string, sql: string): Promise<unknown[]> {
  const pool = createPool(connectionString, 1);
  try {
    return (await pool.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await pool.end();
  }
}

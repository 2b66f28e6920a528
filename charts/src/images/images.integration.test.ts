import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { findFreePort } from '@gpulease/local/ports';
import {
  installCrds,
  startOwnControlPlane,
  usePostgres,
  type OwnControlPlane,
  type TestDatabase,
} from '@gpulease/local/testing';
import { canHaveHelm, renderChart } from '../helm.ts';
import { localManifest } from '../local.ts';
import { parseManifests, type Container } from '../testing/helm.ts';
import { canRunPods, Pod } from '../testing/pod.ts';
import { buildImage, type Image } from './build.ts';

jest.setTimeout(600_000);

const context = join(import.meta.dirname, '../../..');
const kubevirtCrds = join(context, 'local/src/kubevirt/manifests');
const system = 'gpulease-system';
const megabyte = 1_000_000;

/** The libraries in distroless' cc image besides the loader. Programs in the image may need no others. */
const libraries = ['libc', 'libdl', 'libgcc_s', 'libm', 'libpthread', 'librt', 'libstdc++', 'linux-vdso'];

const possible = (await canHaveHelm()) && canRunPods();
const describeWithPods = possible ? describe : describe.skip;

describeWithPods(
  `the images, built without Docker${possible ? '' : ' (left out: needs helm, and Linux namespaces)'}`,
  () => {
    let scratch: string;
    let cluster: OwnControlPlane;
    let database: TestDatabase;
    const images: Partial<Record<'operator' | 'portal', Image>> = {};
    /** The chart's containers, by name. */
    let containers: Record<string, Container>;
    let migration: Pod;
    let pods: Pod[] = [];

    beforeAll(async () => {
      scratch = mkdtempSync(join(tmpdir(), 'gpulease-images-'));
      chmodSync(scratch, 0o755);
      [cluster, database] = await Promise.all([startOwnControlPlane(), usePostgres()]);
      await installCrds(cluster);
      const apply = ['apply', '--server-side', '--recursive'];
      for (const name of [
        'virtual-machine',
        'virtual-machine-instance',
        'kubevirt',
        'data-volume',
        'data-source',
      ])
        await cluster.kubectl([...apply, `--filename=${join(kubevirtCrds, `${name}.yaml`)}`]);
      await cluster.kubectl(['create', 'namespace', system]);
      await cluster.kubectl([...apply, `--filename=${localManifest}`]);
      for (const name of ['operator', 'portal'] as const)
        images[name] = await buildImage({ context, file: `${name}/Dockerfile`, scratch: folder(name) });
      containers = containersOf(await renderChart([]));
      migration = await start('gpulease-migrate');
      await migration.ended();
    }, 900_000);
    afterEach(() => {
      for (const pod of pods) pod.kill();
      pods = [];
    });
    afterAll(async () => {
      await Promise.all([cluster.stop(), database.drop()]);
      rmSync(scratch, { recursive: true, force: true });
    }, 300_000);

    function folder(name: string): string {
      const path = join(scratch, name);
      mkdirSync(path, { recursive: true });
      // Containers run as other users, so the umask must not apply.
      chmodSync(path, 0o755);
      return path;
    }

    interface Changes {
      /** Override the chart's ports. */
      ports?: Record<string, string>;
      args?: string[];
      /** The containers of the chart with other values. */
      from?: Record<string, Container>;
    }

    /** Starts the container of `name` in the chart, with the changes. */
    async function start(name: string, { ports = {}, args, from = containers }: Changes = {}): Promise<Pod> {
      const container = from[name];
      const image = images[name === 'gpulease-operator' ? 'operator' : 'portal'];
      if (container === undefined || image === undefined) throw new Error(`The chart has no ${name}`);
      const account = { kubeconfig: await cluster.serviceAccountKubeconfig(system, name) };
      const pod = new Pod({
        image,
        container: { ...container, args: args ?? container.args },
        scratch: folder(`pod-${name}`),
        ...(name === 'gpulease-migrate' ? {} : account),
        secrets: { 'gpulease-database': { url: database.url, 'owner-url': database.ownerUrl } },
        env: ports,
      });
      pods.push(pod);
      return pod;
    }

    it('migrate the database in the Job, which needs no account', async () => {
      expect(await migration.ended()).toBe(0);
      expect(migration.output).toContain('Database migrated');
    });

    it('run the operator, which becomes ready with its own permissions and stops on SIGTERM', async () => {
      const port = String(await findFreePort());
      const pod = await start('gpulease-operator', { ports: { METRICS_PORT: port } });
      expect(await pod.answers(`http://127.0.0.1:${port}/healthz`)).toBe('ok\n');
      expect(await pod.answers(`http://127.0.0.1:${port}/readyz`)).toBe('ok\n');
      expect(await pod.stop()).toBe(0);
    });

    it('run the portal with its web application', async () => {
      const [port, opsPort] = [String(await findFreePort()), String(await findFreePort())];
      const pod = await start('gpulease-bff', { ports: { PORT: port, OPS_PORT: opsPort } });
      expect(await pod.answers(`http://127.0.0.1:${opsPort}/readyz`)).toBe('ok\n');
      expect(await pod.answers(`http://127.0.0.1:${port}/`)).toContain('<div id="root">');
      expect(pod.output).toContain('There is no admin yet');
      expect(await pod.stop()).toBe(0);
    });

    it("run the portal's sandbox only on its pod's loopback address", async () => {
      const [port, opsPort] = [String(await findFreePort()), String(await findFreePort())];
      const from = containersOf(await renderChart(['--set=sandbox=true', '--set=bff.publicUrl=']));
      const pod = await start('gpulease-bff', { ports: { PORT: port, OPS_PORT: opsPort }, from });
      expect(await pod.answers(`http://127.0.0.1:${opsPort}/readyz`)).toBe('ok\n');
      expect(JSON.parse(await pod.answers(`http://127.0.0.1:${port}/api/v1/config`))).toMatchObject({
        sandbox: true,
      });
    });

    it('run the billing worker', async () => {
      const port = String(await findFreePort());
      const pod = await start('gpulease-worker', { ports: { METRICS_PORT: port } });
      expect(await pod.answers(`http://127.0.0.1:${port}/readyz`)).toBe('ok\n');
      expect(await pod.stop()).toBe(0);
    });

    it('give a program no writable file system', async () => {
      const look = `
        const tries = ['/tmp/written-by-a-pod', 'x'].map((path) => {
          try { fs.writeFileSync(path, ''); return 'written'; } catch ({ code }) { return code; }
        });
        console.log(JSON.stringify({ pid: process.pid, tries }));`;
      const pod = await start('gpulease-operator', { args: ['-e', look] });
      expect(await pod.ended()).toBe(0);
      expect(JSON.parse(pod.output)).toEqual({ pid: 1, tries: ['EROFS', 'EROFS'] });
    });

    it.each([
      ['gpulease-operator', 'operator/src/runtime/newer-objects.ts'],
      ['gpulease-bff', 'portal/bff/src/app.ts'],
    ])('run %s without the type stripper', async (name, module) => {
      const look = `
        import('./${module}').then(() => {
          console.log(process.moduleLoadList.some((loaded) => loaded.includes('amaro')));
          process.exit();
        });`;
      const pod = await start(name, { args: ['-e', look] });
      expect(await pod.ended()).toBe(0);
      expect(pod.output).toBe('false\n');
    });

    it('have the command gpulease-backup', async () => {
      const verify = `
        const file = path.resolve('..', 'usr/local/bin/gpulease-backup');
        fs.accessSync(file, fs.constants.X_OK);
        const { stderr } = child_process.spawnSync(process.execPath, [file, 'verify', '/nothing'], { encoding: 'utf8' });
        console.log(fs.readFileSync(file, 'utf8').split('\\n')[0], stderr);`;
      const pod = await start('gpulease-worker', { args: ['-e', verify] });
      expect(await pod.ended()).toBe(0);
      expect(pod.output).toMatch(/^#!\/usr\/local\/bin\/node .*\/nothing has no manifest\.json/s);
    });

    it.each([
      ['operator', 60],
      ['portal', 90],
    ] as const)('keep the %s below %i MB without Node', (name, limit) => {
      const size = sizeOf(join(images[name]?.root ?? '', 'app')) / megabyte;
      process.stdout.write(`Image ${name}: ${size.toFixed(1)} MB besides Node and its base\n`);
      expect(size).toBeLessThan(limit);
    });

    it.each(['operator', 'portal'] as const)('need for the %s only libraries of its base', (name) => {
      const root = images[name]?.root ?? '';
      const native = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
        path.endsWith('linux-x64-gnu.node'),
      );
      for (const path of ['usr/local/bin/node', ...native]) {
        const needed = execFileSync('ldd', [join(root, path)], { encoding: 'utf8' });
        const names = [...needed.matchAll(/^\s*([^/\s]+)\.so/gm)].map(([, library]) => library);
        expect(libraries).toEqual(expect.arrayContaining(names));
      }
    });
  },
);

/** Returns the containers of the chart's Deployments and Jobs, by the names of these. */
function containersOf(manifest: string): Record<string, Container> {
  const withPods = parseManifests(manifest).filter(({ kind }) => kind === 'Deployment' || kind === 'Job');
  return Object.fromEntries(
    withPods.flatMap(({ metadata, spec }) =>
      spec.template.spec.containers.map((container) => [metadata.name, container]),
    ),
  );
}

/** Returns the total size of the files in a folder, in bytes. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => lstatSync(join(folder, path)))
    .filter((file) => file.isFile())
    .reduce((sum, { size }) => sum + size, 0);
}

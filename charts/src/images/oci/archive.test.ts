import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { faultsOf, readArchive, unpackLayers } from './check.ts';
import { writeArchive, type NewImage } from './layout.ts';

const time = 1_795_000_000;
const label = (name: string) => `org.opencontainers.image.${name}`;
const names = ['title', 'description', 'version', 'revision', 'source', 'licenses', 'created'];
const labels = Object.fromEntries(names.map((name) => [label(name), `the ${name}`]));

let scratch: string;
let root: string;
let archive: string;

beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'gpulease-oci-'));
  root = join(scratch, 'root');
  archive = join(scratch, 'image.oci.tar');
  layOut(root, ['usr/bin/program', 'app/main.js', 'app/lib/ü and ä.js', 'app/packages/one.js']);
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

function layOut(folder: string, paths: readonly string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `This is ${path}.`);
  }
  symlinkSync('main.js', join(folder, 'app/index.js'));
}

/** An image of the files in `folder`, in three layers. */
function imageOf(folder: string, run: Partial<NewImage['run']> = {}): NewImage {
  return {
    reference: 'registry.example.com/gpulease/program:0.1.0',
    layers: {
      base: { root: folder, paths: ['usr'], time: 0 },
      packages: { root: folder, paths: ['app/packages'], time: 0 },
      application: { root: folder, paths: ['app'], except: ['app/packages'], time },
    },
    run: {
      User: '65532:65532',
      Env: ['NODE_ENV=production'],
      Entrypoint: ['/usr/bin/program'],
      Cmd: ['app/main.js'],
      WorkingDir: '/app',
      Labels: labels,
      ...run,
    },
    time,
    architecture: 'amd64',
  };
}

const write = (image: NewImage, target = archive) => writeArchive(image, join(scratch, 'layout'), target);
const read = () => readArchive(archive, join(scratch, 'read'));

describe("an image's archive", () => {
  it('reads back unchanged', async () => {
    const digest = await write(imageOf(root));
    const image = read();
    expect(image.digest).toBe(digest);
    expect(image.config).toMatchObject({
      os: 'linux',
      architecture: 'amd64',
      created: '2026-11-18T11:06:40Z',
      config: { User: '65532:65532', Labels: labels },
    });
    expect(faultsOf(image)).toEqual([]);
  });

  it('names the image for skopeo and for containerd', async () => {
    await write(imageOf(root));
    read();
    expect(JSON.parse(readFileSync(join(scratch, 'read/index.json'), 'utf8'))).toMatchObject({
      manifests: [
        {
          annotations: {
            'org.opencontainers.image.ref.name': '0.1.0',
            'io.containerd.image.name': 'registry.example.com/gpulease/program:0.1.0',
          },
        },
      ],
    });
  });

  it('has every file once, owned by root', async () => {
    await write(imageOf(root));
    const image = read();
    expect(image.entries.map(({ owner, path }) => `${owner} ${path}`)).toEqual([
      '0/0 usr',
      '0/0 usr/bin',
      '0/0 usr/bin/program',
      '0/0 app/packages',
      '0/0 app/packages/one.js',
      '0/0 app',
      '0/0 app/index.js',
      '0/0 app/lib',
      '0/0 app/lib/ü and ä.js',
      '0/0 app/main.js',
    ]);
    unpackLayers(image, join(scratch, 'read'), join(scratch, 'unpacked'));
    expect(readFileSync(join(scratch, 'unpacked/app/index.js'), 'utf8')).toBe('This is app/main.js.');
  });

  it('is identical to the byte when its files were written in another order and at another time', async () => {
    await write(imageOf(root));
    const other = join(scratch, 'other');
    layOut(other, ['app/packages/one.js', 'app/lib/ü and ä.js', 'app/main.js', 'usr/bin/program']);
    for (const path of ['app', 'app/main.js', 'usr']) utimesSync(join(other, path), 1, 1);
    await write(imageOf(other), join(scratch, 'other.oci.tar'));
    expect(readFileSync(join(scratch, 'other.oci.tar')).equals(readFileSync(archive))).toBe(true);
  });

  it('is rejected when a byte of a layer differs', async () => {
    await write(imageOf(root));
    const { manifest } = read();
    const layer = join(scratch, 'read/blobs', manifest.layers[1]!.digest.replace(':', '/'));
    const content = readFileSync(layer);
    content.writeUInt8(content.readUInt8(content.length - 1) ^ 1, content.length - 1);
    writeFileSync(layer, content);
    packAgain();
    expect(read).toThrow(`${manifest.layers[1]!.digest} is really sha256:`);
  });

  it('is rejected when it has an unreferenced file', async () => {
    await write(imageOf(root));
    read();
    writeFileSync(join(scratch, 'read/blobs/sha256/more'), '');
    packAgain();
    expect(read).toThrow('nothing refers to more');
  });

  function packAgain(): void {
    const files = readdirSync(join(scratch, 'read'));
    execFileSync('tar', ['--create', `--file=${archive}`, '-C', join(scratch, 'read'), ...files]);
  }
});

describe('an unfit image', () => {
  it.each<[string, Partial<NewImage['run']>, string]>([
    ['root', { User: '0:0' }, 'it runs as 0:0'],
    ['an unnamed user', { User: '' }, 'it runs as root'],
    ['a name, which a kubelet cannot check for being root', { User: 'nonroot' }, 'it runs as nonroot'],
    ['a missing program', { Entrypoint: ['/bin/sh'] }, 'it starts /bin/sh, which it lacks'],
    ['a missing folder', { WorkingDir: '/srv' }, 'it works in /srv, which it lacks'],
  ])('runs as or in %s', async (_, run, fault) => {
    await write(imageOf(root, run));
    expect(faultsOf(read())).toEqual([fault]);
  });

  it.each(names)('lacks its %s', async (name) => {
    await write(imageOf(root, { Labels: { ...labels, [label(name)]: '' } }));
    expect(faultsOf(read())).toContain(`it has no ${label(name)}`);
  });

  it.each([
    ['app/main.js', 0o4755, 'app/main.js has the rights of its owner, whoever runs it'],
    ['app/main.js', 0o2755, 'app/main.js has the rights of its owner, whoever runs it'],
    ['app/main.js', 0o646, 'app/main.js can be written by anybody'],
    ['app/.env', 0o644, 'app/.env may be a secret'],
    ['app/.git/config', 0o644, 'app/.git/config may be a secret'],
    ['app/tls.key', 0o644, 'app/tls.key may be a secret'],
  ])('has %s with mode %o', async (path, mode, fault) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), '');
    chmodSync(join(root, path), mode);
    await write(imageOf(root));
    expect(faultsOf(read())).toContain(fault);
  });
});

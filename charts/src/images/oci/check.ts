/** Reads and verifies an image's archive like a container runtime. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  hexOf,
  mediaTypes,
  type ImageConfig,
  type Descriptor,
  type ImageIndex,
  type ImageManifest,
} from './layout.ts';

/** An image read back from its archive. */
export interface ReadImage {
  /** The digest of the manifest, as in the chart's `image.digests`. */
  digest: string;
  /** The total compressed size of the layers. */
  bytes: number;
  config: ImageConfig;
  manifest: ImageManifest;
  /** The entries of all layers, in order. */
  entries: Entry[];
}

/** A file, folder or link in a layer. */
export interface Entry {
  /** In the format of `ls -l`: `-rw-r--r--`. */
  mode: string;
  /** `uid/gid`. */
  owner: string;
  path: string;
}

const largestImage = 150_000_000;

/** Paths that must not be in an image: keys, registry passwords, and the history of the sources. */
const secrets =
  /(^|\/)(\.git|\.env(\.[^/]*)?|\.netrc|\.docker|\.ssh|id_(rsa|ed25519|ecdsa)|[^/]*\.(key|p12|kubeconfig))(\/|$)/;

/** Unpacks the archive into `folder` and reads the image. Throws when a digest, size or media type is wrong. */
export function readArchive(archive: string, folder: string): ReadImage {
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['--extract', `--file=${archive}`, `--directory=${folder}`]);
  const { imageLayoutVersion } = readJson(join(folder, 'oci-layout')) as { imageLayoutVersion: string };
  demand(imageLayoutVersion === '1.0.0', `the layout has version ${imageLayoutVersion}`);
  const { manifests } = readJson(join(folder, 'index.json')) as ImageIndex;
  const [descriptor] = manifests;
  demand(descriptor !== undefined && manifests.length === 1, `the index has ${manifests.length} manifests`);
  const read = (wanted: Descriptor, mediaType: string) => readBlob(folder, wanted, mediaType);
  const manifest = JSON.parse(read(descriptor, mediaTypes.manifest).toString()) as ImageManifest;
  const config = JSON.parse(read(manifest.config, mediaTypes.config).toString()) as ImageConfig;
  const layers = manifest.layers.map((layer) => gunzipSync(read(layer, mediaTypes.layer)));
  const diffIds = layers.map(sha256);
  demand(diffIds.join() === config.rootfs.diff_ids.join(), 'the layers are not those of the configuration');
  const known = [descriptor, manifest.config, ...manifest.layers].map(({ digest }) => hexOf(digest));
  const unknown = readdirSync(join(folder, 'blobs/sha256')).filter((name) => !known.includes(name));
  demand(unknown.length === 0, `nothing refers to ${unknown.join(', ')}`);
  return {
    digest: descriptor.digest,
    bytes: manifest.layers.reduce((sum, { size }) => sum + size, 0),
    config,
    manifest,
    entries: layers.flatMap(listLayer),
  };
}

/** Returns why a valid image is unfit for the product; empty if it is fit. */
export function faultsOf({ bytes, config, manifest, entries }: ReadImage): string[] {
  const paths = new Set(entries.map(({ path }) => `/${path}`));
  const [program = ''] = config.config.Entrypoint;
  const faults = [
    bytes > largestImage && `it has ${bytes} bytes, more than ${largestImage}`,
    !/^[1-9]\d*:[1-9]\d*$/.test(config.config.User) && `it runs as ${config.config.User || 'root'}`,
    !paths.has(program) && `it starts ${program || 'nothing'}, which it lacks`,
    !paths.has(config.config.WorkingDir) && `it works in ${config.config.WorkingDir}, which it lacks`,
    config.architecture === '' && 'it says no architecture',
    ...missingLabels(manifest.annotations),
    ...missingLabels(config.config.Labels),
    ...entries.map(faultOf),
  ];
  return faults.filter((fault) => fault !== false);
}

const labels = ['title', 'description', 'version', 'revision', 'source', 'licenses', 'created'];

function missingLabels(found: Record<string, string>): string[] {
  return labels
    .map((label) => `org.opencontainers.image.${label}`)
    .filter((label) => !found[label])
    .map((label) => `it has no ${label}`);
}

function faultOf({ mode, path }: Entry): string | false {
  if (/^-.*[sS]/.test(mode)) return `${path} has the rights of its owner, whoever runs it`;
  if (/^-.{7}w/.test(mode)) return `${path} can be written by anybody`;
  return secrets.test(path) && `${path} may be a secret`;
}

/** Extracts the layers of an archive that was unpacked into `folder` to `root`. Preserves owners only when run as root. */
export function unpackLayers({ manifest }: ReadImage, folder: string, root: string): void {
  mkdirSync(root, { recursive: true });
  for (const { digest } of manifest.layers) {
    const layer = join(folder, 'blobs/sha256', hexOf(digest));
    execFileSync('tar', ['--extract', '--gzip', `--file=${layer}`, '--numeric-owner', `--directory=${root}`]);
  }
}

function readBlob(folder: string, { digest, size, mediaType }: Descriptor, expected: string): Buffer {
  const content = readFileSync(join(folder, 'blobs/sha256', hexOf(digest)));
  demand(mediaType === expected, `${digest} is said to be ${mediaType}, not ${expected}`);
  demand(content.length === size, `${digest} has ${content.length} bytes, not ${size}`);
  demand(sha256(content) === digest, `${digest} is really ${sha256(content)}`);
  return content;
}

function listLayer(layer: Buffer): Entry[] {
  const options = { input: layer, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;
  const flags = ['--list', '--verbose', '--numeric-owner', '--quoting-style=literal'];
  const listing = execFileSync('tar', flags, options);
  const line = /^(?<mode>\S{10}) (?<owner>\d+\/\d+) +\d+ \S+ \S+ (?<path>.*?)\/?(?: -> .*)?$/gm;
  return [...listing.matchAll(line)].map(({ groups }) => ({ ...groups }) as unknown as Entry);
}

function sha256(content: Buffer): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function demand(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new Error(`The image cannot be loaded: ${otherwise}`);
}

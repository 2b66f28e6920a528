/** Image layouts according to https://github.com/opencontainers/image-spec/blob/v1.1.1/image-layout.md. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeLayer, type Content, type Layer } from './layer.ts';

export const mediaTypes = {
  index: 'application/vnd.oci.image.index.v1+json',
  manifest: 'application/vnd.oci.image.manifest.v1+json',
  config: 'application/vnd.oci.image.config.v1+json',
  layer: 'application/vnd.oci.image.layer.v1.tar+gzip',
} as const;

export interface Descriptor {
  mediaType: string;
  digest: string;
  size: number;
}

export interface ImageIndex {
  schemaVersion: 2;
  mediaType: string;
  manifests: (Descriptor & { annotations: Record<string, string>; platform: Platform })[];
}

export interface ImageManifest {
  schemaVersion: 2;
  mediaType: string;
  config: Descriptor;
  layers: Descriptor[];
  annotations: Record<string, string>;
}

interface Platform {
  architecture: string;
  os: 'linux';
}

export interface ImageConfig extends Platform {
  created: string;
  config: RunConfig;
  rootfs: { type: 'layers'; diff_ids: string[] };
  history: { created: string; created_by: string }[];
}

/** The runtime configuration of an image's containers. */
export interface RunConfig {
  User: string;
  Env: string[];
  Entrypoint: string[];
  Cmd: string[];
  WorkingDir: string;
  Labels: Record<string, string>;
}

export interface NewImage {
  /** The name with its tag, as in the chart: `registry/name:tag`. */
  reference: string;
  /** From the lowest to the topmost, by description. */
  layers: Record<string, Content>;
  run: RunConfig;
  /** When it was built, in seconds since 1970. */
  time: number;
  /** Go's name for it, as OCI requires. */
  architecture: string;
}

/** Writes an image as one file, and returns the digest of its manifest. `scratch` is an empty folder. */
export async function writeArchive(image: NewImage, scratch: string, target: string): Promise<string> {
  const blobs = join(scratch, 'blobs/sha256');
  mkdirSync(blobs, { recursive: true });
  const layers: Layer[] = [];
  for (const content of Object.values(image.layers)) layers.push(await writeBlob(content, blobs));
  const config = writeJson(blobs, mediaTypes.config, configOf(image, layers));
  const manifest = writeJson(blobs, mediaTypes.manifest, manifestOf(image, config, layers));
  writeFileSync(join(scratch, 'oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }));
  writeFileSync(join(scratch, 'index.json'), JSON.stringify(indexOf(image, manifest)));
  const metadata = [
    '--numeric-owner',
    '--owner=0',
    '--group=0',
    '--mode=u=rwX,go=rX',
    `--mtime=@${image.time}`,
  ];
  const files = ['-C', scratch, 'oci-layout', 'index.json', 'blobs'];
  execFileSync('tar', ['--create', `--file=${target}`, '--format=gnu', '--sort=name', ...metadata, ...files]);
  rmSync(scratch, { recursive: true });
  return manifest.digest;
}

async function writeBlob(content: Content, blobs: string): Promise<Layer> {
  const unnamed = join(blobs, 'unnamed');
  const layer = await writeLayer(content, unnamed);
  renameSync(unnamed, join(blobs, hexOf(layer.digest)));
  return layer;
}

function writeJson(blobs: string, mediaType: string, value: object): Descriptor {
  const content = JSON.stringify(value);
  const digest = `sha256:${createHash('sha256').update(content).digest('hex')}`;
  writeFileSync(join(blobs, hexOf(digest)), content);
  return { mediaType, digest, size: Buffer.byteLength(content) };
}

function configOf({ run, layers, time, architecture }: NewImage, written: readonly Layer[]): ImageConfig {
  const created = timestamp(time);
  return {
    created,
    architecture,
    os: 'linux',
    config: run,
    rootfs: { type: 'layers', diff_ids: written.map(({ diffId }) => diffId) },
    history: Object.keys(layers).map((name) => ({ created, created_by: name })),
  };
}

function manifestOf({ run }: NewImage, config: Descriptor, layers: readonly Layer[]): ImageManifest {
  const descriptors = layers.map(({ digest, size }) => ({ mediaType: mediaTypes.layer, digest, size }));
  return {
    schemaVersion: 2,
    mediaType: mediaTypes.manifest,
    config,
    layers: descriptors,
    annotations: run.Labels,
  };
}

/** Two annotations name the image: one for skopeo, the other for containerd and k3s. */
function indexOf({ reference, architecture }: NewImage, manifest: Descriptor): ImageIndex {
  const [, tag = ''] = /:([^:/]+)$/.exec(reference) ?? [];
  const annotations = { 'org.opencontainers.image.ref.name': tag, 'io.containerd.image.name': reference };
  const platform = { architecture, os: 'linux' as const };
  return {
    schemaVersion: 2,
    mediaType: mediaTypes.index,
    manifests: [{ ...manifest, annotations, platform }],
  };
}

/** Formats a time as OCI requires. */
export function timestamp(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}

/** Returns the file name of a digest. */
export function hexOf(digest: string): string {
  return digest.replace('sha256:', '');
}

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { metricsProgram, networkProgram, ruleProgram, versions, type Program } from './versions.ts';

const probeTimeoutMs = 3_000;
const downloadTimeoutMs = 10 * 60_000;

/** Base URLs of official builds. */
export interface Hosts {
  kubernetes: string;
  github: string;
  githubApi: string;
}

const officialHosts: Hosts = {
  kubernetes: 'https://dl.k8s.io',
  github: 'https://github.com',
  githubApi: 'https://api.github.com',
};

/** Published file that contains one program. */
export interface Artifact {
  url: string;
  checksum: { algorithm: 'sha256' | 'sha512'; url: string; asset?: string };
  /** Path of the program if the file is an archive. */
  member?: string;
}

/** Programs published with checksums; kube-router is not. */
export type PublishedProgram = Exclude<Program, typeof networkProgram>;

export function isPublished(program: Program): program is PublishedProgram {
  return program !== networkProgram;
}

/** Returns the published file of a program for a CPU as Go names it (`amd64`, `arm64`). */
export function artifactOf(program: PublishedProgram, cpu: string, hosts: Hosts = officialHosts): Artifact {
  if (program === 'etcd') {
    const name = `etcd-${versions.etcd}-linux-${cpu}`;
    const artifact = githubArtifact(hosts, 'etcd-io/etcd', versions.etcd, `${name}.tar.gz`);
    return { ...artifact, member: `${name}/etcd` };
  }
  if (program === 'kwok') {
    return githubArtifact(hosts, 'kubernetes-sigs/kwok', versions.kwok, `kwok-linux-${cpu}`);
  }
  if (program === metricsProgram || program === ruleProgram) {
    const archive = program === metricsProgram ? program : 'vmutils';
    const name = `${archive}-linux-${cpu}-${versions.victoriaMetrics}.tar.gz`;
    const artifact = githubArtifact(hosts, 'VictoriaMetrics/VictoriaMetrics', versions.victoriaMetrics, name);
    return { ...artifact, member: `${program}-prod` };
  }
  const url = `${hosts.kubernetes}/${versions.kubernetes}/bin/linux/${cpu}/${program}`;
  return { url, checksum: { algorithm: 'sha512', url: `${url}.sha512` } };
}

/** GitHub's API returns the SHA-256 of each published file with its release. */
function githubArtifact(hosts: Hosts, repository: string, version: string, asset: string): Artifact {
  return {
    url: `${hosts.github}/${repository}/releases/download/${version}/${asset}`,
    checksum: {
      algorithm: 'sha256',
      url: `${hosts.githubApi}/repos/${repository}/releases/tags/${version}`,
      asset,
    },
  };
}

/** Whether official builds exist for this system and all hosts respond within 3 seconds. */
export async function downloadsReachable(hosts: Hosts = officialHosts): Promise<boolean> {
  if (platform() !== 'linux' || goCpu() === undefined) return false;
  const answers = await Promise.all(Object.values(hosts).map(answersSoon));
  return answers.every(Boolean);
}

async function answersSoon(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(probeTimeoutMs) });
    return response.status < 400;
  } catch {
    return false;
  }
}

/** Downloads a program into `folder`, where it appears only once complete and verified. */
export async function download(
  program: PublishedProgram,
  folder: string,
  report: (line: string) => void,
  hosts: Hosts = officialHosts,
): Promise<void> {
  const artifact = artifactOf(program, goCpu() ?? arch(), hosts);
  report(`Downloading ${artifact.url}`);
  const content = await fetchBytes(artifact.url);
  await verify(artifact, content);
  mkdirSync(folder, { recursive: true });
  const workplace = mkdtempSync(join(folder, '.download-'));
  try {
    const file = await unpack(artifact, content, workplace);
    chmodSync(file, 0o755);
    renameSync(file, join(folder, program));
  } finally {
    rmSync(workplace, { recursive: true, force: true });
  }
}

async function unpack({ member }: Artifact, content: Uint8Array, workplace: string): Promise<string> {
  const file = join(workplace, 'content');
  writeFileSync(file, content);
  if (member === undefined) return file;
  await promisify(execFile)('tar', ['-xzf', file, '-C', workplace, member]);
  return join(workplace, member);
}

async function verify({ url, checksum }: Artifact, content: Uint8Array): Promise<void> {
  const published = new TextDecoder().decode(await fetchBytes(checksum.url));
  const expected = checksum.asset === undefined ? published.trim() : digestOfAsset(published, checksum.asset);
  const actual = createHash(checksum.algorithm).update(content).digest('hex');
  if (actual !== expected)
    throw new Error(`${url} has ${checksum.algorithm} ${actual}, but ${expected} is published`);
}

/** Returns the SHA-256 of a published file from GitHub's description of a release. */
export function digestOfAsset(release: string, asset: string): string | undefined {
  const { assets } = JSON.parse(release) as { assets: { name: string; digest?: string | null }[] };
  return assets.find(({ name }) => name === asset)?.digest?.replace(/^sha256:/, '');
}

async function fetchBytes(url: string): Promise<Uint8Array> {
  const response = await fetch(url, { signal: AbortSignal.timeout(downloadTimeoutMs) });
  if (!response.ok) throw new Error(`${url} answered ${response.status} ${response.statusText}`);
  return new Uint8Array(await response.arrayBuffer());
}

function goCpu(): string | undefined {
  return { x64: 'amd64', arm64: 'arm64' }[arch() as string];
}

/** An image's bill of materials in CycloneDX format. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { timestamp } from './oci/layout.ts';

const run = promisify(execFile);

/** The fields of CycloneDX JSON that are used here. */
export interface Component {
  type: string;
  name: string;
  version: string;
  purl: string;
  licenses?: object[];
}

export interface Sbom {
  serialNumber?: string;
  metadata: { timestamp: string; component: object };
  components: Component[];
}

/** The fields of package.json and package-lock.json that are used here. */
interface Package {
  workspaces?: string[];
  devDependencies?: Record<string, string>;
  dev?: boolean;
  /** Only for development, or optional. */
  devOptional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
}

export interface Lockfile {
  packages: Record<string, Package>;
}

export interface Subject {
  /** The folder of package.json and the lockfile. */
  folder: string;
  /** Names of the workspaces in the image. */
  workspaces: readonly string[];
  name: string;
  version: string;
  /** When the image was built, in seconds since 1970. */
  time: number;
  /** Further components. Ones that npm lists already are not repeated. */
  others: readonly Component[];
}

/** Returns the bill of materials: npm's list for the image's workspaces, and `others`. `scratch` is an empty folder. */
export async function makeSbom(subject: Subject, scratch: string): Promise<string> {
  layOutProduction(subject.folder, scratch);
  const flags = ['--sbom-format=cyclonedx', '--package-lock-only'];
  const command = ['sbom', ...flags, ...subject.workspaces.map((name) => `--workspace=${name}`)];
  const { stdout } = await run('npm', command, { cwd: scratch, maxBuffer: 64 * 1024 * 1024 });
  return `${JSON.stringify(finish(JSON.parse(stdout) as Sbom, subject), undefined, 2)}\n`;
}

/**
 * Copies the package files without development dependencies. `npm sbom --omit=dev` would also omit packages that another
 * workspace needs in production.
 */
function layOutProduction(from: string, to: string): void {
  const read = (name: string) => JSON.parse(readFileSync(join(from, name), 'utf8')) as Package;
  const { workspaces = [] } = read('package.json');
  for (const file of ['package.json', ...workspaces.map((name) => `${name}/package.json`)]) {
    const { devDependencies: _, ...rest } = read(file);
    mkdirSync(dirname(join(to, file)), { recursive: true });
    writeFileSync(join(to, file), JSON.stringify(rest));
  }
  const lock = JSON.parse(readFileSync(join(from, 'package-lock.json'), 'utf8')) as Lockfile;
  writeFileSync(join(to, 'package-lock.json'), JSON.stringify(productionLock(lock, process.arch)));
  cpSync(join(from, '.npmrc'), join(to, '.npmrc'));
}

/** Returns the lockfile without packages for development or for systems other than Linux with glibc on this `cpu`. */
export function productionLock(lock: Lockfile, cpu: string): Lockfile {
  const isFor = (wanted: string, list?: string[]) => list === undefined || list.includes(wanted);
  const packages = Object.entries(lock.packages)
    .filter(([, { dev, devOptional }]) => !dev && !devOptional)
    .filter(([, entry]) => isFor('linux', entry.os) && isFor(cpu, entry.cpu) && isFor('glibc', entry.libc))
    .map(([path, { devDependencies: _, ...rest }]) => [path, rest]);
  return { ...lock, packages: Object.fromEntries(packages) as Lockfile['packages'] };
}

/** Replaces npm's random serial number, time and subject, so that the same image has the same document. */
function finish(sbom: Sbom, { name, version, time, others }: Subject): Sbom {
  delete sbom.serialNumber;
  sbom.metadata.timestamp = timestamp(time);
  sbom.metadata.component = { 'bom-ref': `${name}@${version}`, type: 'container', name, version };
  for (const other of others)
    if (!sbom.components.some(({ purl }) => purl === other.purl)) sbom.components.push(other);
  return sbom;
}

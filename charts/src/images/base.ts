/**
 * The base of images built without a registry: the Debian 12 packages of distroless' `cc` that Node needs, unpacked without
 * running their scripts. apt verifies their origin.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const pins = join(import.meta.dirname, 'base.json');

/** The variables that distroless sets. */
export const baseEnv: Readonly<Record<string, string>> = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  SSL_CERT_FILE: '/etc/ssl/certs/ca-certificates.crt',
};

/** Files that no package contains: distroless' user, and the lookup of host names in files first. */
const files: Readonly<Record<string, string>> = {
  'etc/passwd':
    'root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:65532:65532:nonroot:/nonexistent:/sbin/nologin\n',
  'etc/group': 'root:x:0:\nnonroot:x:65532:\n',
  'etc/nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
};

/** Returns the pinned packages with their versions. */
export function basePackages(): Record<string, string> {
  return JSON.parse(readFileSync(pins, 'utf8')) as Record<string, string>;
}

/** Unpacks the base into `root`; `scratch` is an empty folder for the packages. Throws with advice if apt lacks one. */
export function layOutBase(root: string, scratch: string): void {
  download(scratch);
  mkdirSync(root, { recursive: true });
  const registered = join(root, 'var/lib/dpkg/status.d');
  for (const file of readdirSync(scratch)) {
    const [name = ''] = file.split('_');
    execFileSync('dpkg-deb', ['--extract', join(scratch, file), root]);
    mkdirSync(registered, { recursive: true });
    // Scanners look here for the packages of an image without dpkg.
    writeFileSync(join(registered, name), execFileSync('dpkg-deb', ['--field', join(scratch, file)]));
  }
  writeFileSync(join(root, 'etc/ssl/certs/ca-certificates.crt'), certificates(root));
  for (const [path, content] of Object.entries(files)) writeFileSync(join(root, path), content);
}

function download(folder: string): void {
  const wanted = Object.entries(basePackages()).map(([name, version]) => `${name}=${version}`);
  try {
    execFileSync('apt-get', ['download', '-o=APT::Sandbox::User=root', '--quiet=2', ...wanted], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    throw new Error(`${complaintOf(error)}\n${advice}`, { cause: error });
  }
}

function complaintOf(error: unknown): string {
  const { stderr, message } = error as Error & { stderr?: Buffer };
  const said = stderr?.toString().trim() ?? '';
  return said === '' ? message : said;
}

const advice = `The base of the images is packages of Debian 12, whose apt has to know them: run apt-get update there. Where Debian
has a newer version (apt-cache policy), write that into ${pins},
or give apt Debian's archive of snapshots from the day of the commit. Elsewhere build with Docker, as docs/install.md says.`;

/** Concatenates all certificates, like update-ca-certificates. */
function certificates(root: string): string {
  const folder = join(root, 'usr/share/ca-certificates/mozilla');
  return readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').trimEnd())
    .join('\n')
    .concat('\n');
}

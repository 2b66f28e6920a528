/** Runs a container like a kubelet: in a read-only image, without privileges, as process 1. */
import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@gpulease/kube/testing';
import { parse } from 'yaml';
import type { Image } from '../images/build.ts';
import type { Container, EnvVar } from './helm.ts';

const run = promisify(execFile);

/** Makes every file system but the kernel's read-only, copies the account's token to its usual path, and drops all privileges. */
const confine = `
set -eu
mount -t tmpfs tmpfs /run
mkdir -p /run/secrets/kubernetes.io
cp -r "$POD_ACCOUNT" /run/secrets/kubernetes.io/serviceaccount
chmod -R a+rX /run/secrets
awk '{ gsub(/\\\\040/, " ", $5); print $5 }' /proc/self/mountinfo | while IFS= read -r point; do
  case $point in
    /proc* | /sys* | /dev*) ;;
    # What lies below the new /run is out of everybody's reach, and nothing that could be mounted anew.
    *) if mountpoint -q "$point"; then mount -o remount,bind,ro "$point"; fi ;;
  esac
done
cd "$POD_WORKDIR"
exec setpriv $POD_USER --no-new-privs --inh-caps=-all --bounding-set=-all --pdeathsig=KILL -- env -u POD_ACCOUNT -u POD_WORKDIR -u POD_USER "$@"
`;

const isRoot = process.getuid?.() === 0;
const namespaces = [
  ...(isRoot ? [] : ['--user', '--map-root-user']),
  ...['--mount', '--pid', '--fork', '--mount-proc', '--kill-child'],
];

/** Whether this machine allows us to confine a process. */
export function canRunPods(): boolean {
  return spawnSync('unshare', [...namespaces, 'setpriv', '--version']).status === 0;
}

export interface PodOptions {
  image: Image;
  container: Container;
  /** An empty folder for its mounts. */
  scratch: string;
  /** The path of a kubeconfig with its account's token; absent if it has no account. */
  kubeconfig?: string;
  /** The Secrets that its environment references. */
  secrets: Record<string, Record<string, string>>;
  /** Overrides of its environment, such as free ports. */
  env: Record<string, string>;
}

export class Pod {
  readonly #process: ChildProcess;
  #output = '';

  constructor(options: PodOptions) {
    const { image, container, secrets } = options;
    const account = layOutAccount(options);
    const [uid = '', gid = ''] = image.user.split(':');
    const [executable = '', ...flags] = image.entrypoint;
    const program = [join(image.root, executable), ...flags, ...container.args];
    this.#process = spawn('unshare', [...namespaces, 'sh', '-c', confine, 'sh', ...program], {
      env: {
        PATH: process.env.PATH,
        ...image.env,
        ...foldersIn(image),
        ...environmentOf(container, secrets),
        ...account.env,
        ...options.env,
        POD_ACCOUNT: account.folder,
        POD_WORKDIR: join(image.root, image.workdir),
        POD_USER: isRoot ? `--reuid=${uid} --regid=${gid} --clear-groups` : '',
      },
    });
    for (const stream of [this.#process.stdout, this.#process.stderr])
      stream?.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
  }

  /** Its output so far. */
  get output(): string {
    return this.#output;
  }

  /** Waits until it exits and returns its exit code. */
  async ended(): Promise<number | null> {
    if (this.#process.exitCode === null) await once(this.#process, 'close');
    return this.#process.exitCode;
  }

  /** Returns the body of `url` once it responds 200. Otherwise throws with the container's output, immediately if it has exited. */
  async answers(url: string): Promise<string> {
    const answer = await eventually(async () => {
      const response = await fetch(url).catch(() => undefined);
      if (response?.status === 200) return response.text();
      if (this.#process.exitCode !== null) return undefined;
      throw new Error(`${url} does not answer:\n${this.#output}`);
    });
    if (answer !== undefined) return answer;
    throw new Error(`The container ended with exit code ${this.#process.exitCode}:\n${this.#output}`);
  }

  /** Sends SIGTERM to process 1, like the kubelet, and returns its exit code. */
  async stop(): Promise<number | null> {
    if (this.#process.exitCode !== null) return this.#process.exitCode;
    const { stdout } = await run('ps', ['--ppid', String(this.#process.pid), '-o', 'pid=']);
    const ended = once(this.#process, 'exit');
    process.kill(Number(stdout), 'SIGTERM');
    await ended;
    return this.#process.exitCode;
  }

  kill(): void {
    this.#process.kill('SIGKILL');
  }
}

/** Returns the files that a kubelet mounts and the variables that it sets, by which programs find the API server. */
function layOutAccount({ scratch, kubeconfig }: PodOptions) {
  const folder = join(scratch, 'account');
  mkdirSync(folder, { recursive: true });
  if (kubeconfig === undefined) return { folder, env: {} };
  const { clusters, users } = parse(readFileSync(kubeconfig, 'utf8')) as Kubeconfig;
  const [{ cluster }, { user }] = [clusters[0], users[0]];
  writeFileSync(join(folder, 'ca.crt'), Buffer.from(cluster['certificate-authority-data'], 'base64'));
  writeFileSync(join(folder, 'token'), user.token);
  writeFileSync(join(folder, 'namespace'), 'gpulease-system');
  const { hostname, port } = new URL(cluster.server);
  return { folder, env: { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port } };
}

interface Kubeconfig {
  clusters: [{ cluster: { server: string; 'certificate-authority-data': string } }];
  users: [{ user: { token: string } }];
}

function environmentOf({ env }: Container, secrets: PodOptions['secrets']): Record<string, string> {
  return Object.fromEntries(env.map((variable) => [variable.name, valueOf(variable, secrets)]));
}

function valueOf({ name, value, valueFrom }: EnvVar, secrets: PodOptions['secrets']): string {
  if (value !== undefined) return value;
  if (valueFrom?.secretKeyRef === undefined) return 'pod-of-this-test';
  const { name: secret, key } = valueFrom.secretKeyRef;
  const found = secrets[secret]?.[key];
  if (found === undefined) throw new Error(`There is no Secret ${secret} with a key ${key} for ${name}`);
  return found;
}

/** Returns the folders in an image's environment, relocated because the image is a folder here and not the root. */
function foldersIn({ root, env }: Image): Record<string, string> {
  const folders = Object.entries(env).filter(([name]) => name.endsWith('_DIST'));
  return Object.fromEntries(folders.map(([name, path]) => [name, join(root, path)]));
}

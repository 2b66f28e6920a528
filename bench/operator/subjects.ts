import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ProcessSpec } from '../../local/src/control-plane/child.ts';
import { isHealthyOverHttp } from '../../local/src/control-plane/health.ts';
import { findFreePort, findFreePorts } from '../../local/src/control-plane/ports.ts';
import { repository } from '../demo.ts';

/** A program that does the operator's job. */
export interface Subject {
  name: string;
  /** What its requests' user agent begins with. */
  userAgent: string;
  /** How it is started with a kubeconfig. */
  process(kubeconfig: string): Promise<ProcessSpec>;
}

/** The workloads that each subject sees to at the same time. */
const workers = '16';

/** As in its container of 1 GiB (operator/Dockerfile); here there is nothing that three quarters could be taken of. */
const memoryFlags = ['--max-semi-space-size=4', '--max-old-space-size=768'];

const ours: Subject = {
  name: 'ours',
  userAgent: 'gpulease-operator',
  process: async (kubeconfig) => {
    const port = await findFreePort();
    return {
      name: 'operator',
      command: process.execPath,
      args: [
        ...memoryFlags,
        ...(process.env.NODE_FLAGS?.split(' ') ?? []),
        join(repository, 'operator/src/main.ts'),
      ],
      cwd: repository,
      env: {
        NODE_ENV: 'production',
        MALLOC_ARENA_MAX: '2',
        KUBECONFIG: kubeconfig,
        METRICS_PORT: String(port),
        WORKLOAD_WORKERS: workers,
      },
      isReady: () => isHealthyOverHttp(`http://127.0.0.1:${port}/readyz`),
    };
  },
};

const peerFolder = join(repository, 'bench/peers/controller-runtime');

/** Builds the peer into `home`, unless PEER names a program that is built already. */
async function buildPeer(home: string): Promise<string> {
  const program = join(home, 'controller-runtime-peer');
  if (process.env.PEER) cpSync(process.env.PEER, program);
  else await promisify(execFile)('go', ['build', '-trimpath', '-o', program, '.'], { cwd: peerFolder });
  return program;
}

async function peer(home: string): Promise<Subject> {
  const command = await buildPeer(home);
  return {
    name: 'peer',
    userAgent: 'controller-runtime-peer',
    process: async (kubeconfig) => {
      const [metrics, health] = await findFreePorts(2);
      return {
        name: 'peer',
        command,
        args: [],
        env: {
          KUBECONFIG: kubeconfig,
          METRICS_PORT: String(metrics),
          HEALTH_PORT: String(health),
          WORKLOAD_WORKERS: workers,
        },
        isReady: () => isHealthyOverHttp(`http://127.0.0.1:${health}/readyz`),
      };
    },
  };
}

/** The programs of these names, ready to be started; `home` keeps what has to be built. Throws for an unknown name. */
export async function prepareSubjects(names: readonly string[], home: string): Promise<Subject[]> {
  const subjects: Subject[] = [];
  for (const name of names) {
    if (name !== 'ours' && name !== 'peer') throw new Error(`There is nothing named ${name} to measure.`);
    subjects.push(name === 'ours' ? ours : await peer(home));
  }
  return subjects;
}

/** Our own, which also makes ready what both need: the tenant's namespace and the image. */
export const operator = ours;

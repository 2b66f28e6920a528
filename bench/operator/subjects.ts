import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ProcessSpec } from '../../local/src/control-plane/child.ts';
import { isHealthyOverHttp } from '../../local/src/control-plane/health.ts';
import { findFreePort, findFreePorts } from '../../local/src/control-plane/ports.ts';
import { repository } from '../demo.ts';

/** Implementation of the operator to measure. */
export interface Subject {
  name: string;
  /** Prefix of its user agent. */
  userAgent: string;
  /** Returns the process for a kubeconfig. */
  process(kubeconfig: string): Promise<ProcessSpec>;
}

/** Workloads that each subject reconciles concurrently. */
const workers = '16';

/** As in its container of 1 GiB (operator/Dockerfile); here there is no memory limit to derive a percentage from. */
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

/** Builds the peer in `home`, unless PEER names a prebuilt program. */
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

/** Prepares the programs of these names for a start, and builds the peer in `home`. Throws for an unknown name. */
export async function prepareSubjects(names: readonly string[], home: string): Promise<Subject[]> {
  const subjects: Subject[] = [];
  for (const name of names) {
    if (name !== 'ours' && name !== 'peer') throw new Error(`There is nothing named ${name} to measure.`);
    subjects.push(name === 'ours' ? ours : await peer(home));
  }
  return subjects;
}

/** Our operator, which also prepares the tenant's namespace and the image for both subjects. */
export const operator = ours;

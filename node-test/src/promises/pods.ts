/** Checks in the kernel that the processes of pods have no more rights than the chart states. */
import { parseQuantity, type Pod } from '@gpulease/kube';
import type { Report } from '../report.ts';
import { none } from './cluster.ts';

/** User and group of all GPULease programs. */
export const programUser = 65_532;

/** The kernel's view of a process of a pod. */
export interface ProcessView {
  /** Its files of these names in /proc. */
  status: string;
  mounts: string;
  /** Memory limit in bytes. */
  limit: number;
}

/** Checks pods against their manifests. `look` returns at least one process of a pod, or throws. */
export async function provePods(
  report: Report,
  pods: readonly Pod[],
  look: (pod: Pod) => Promise<ProcessView[]>,
): Promise<void> {
  const views: { pod: Pod; view: ProcessView }[] = [];
  await report.holds('each can be looked into', async () => {
    for (const pod of pods) views.push(...(await look(pod)).map((view) => ({ pod, view })));
  });
  const faults = (of: (view: ProcessView, pod: Pod) => string[]) =>
    views.flatMap(({ pod, view }) => of(view, pod).map((fault) => `${pod.metadata.name}: ${fault}`));
  const isWritable = ({ mounts }: ProcessView) => (hasReadOnlyRoot(mounts) ? [] : ['writable']);
  await report.holds(
    'each runs as user 65532 without rights, cannot gain any, and is filtered by seccomp',
    () =>
      none(
        'Processes with more',
        faults(({ status }) => privilegesIn(status)),
      ),
  );
  await report.holds('each has a root that it cannot write', () =>
    none('Processes that can', faults(isWritable)),
  );
  await report.holds('each has the limit of memory that the chart says', () =>
    none('Others', faults(wrongLimit)),
  );
  await report.holds('kubelet probes each: whether it started, lives and is ready', () =>
    none('Containers without', pods.flatMap(withoutProbes)),
  );
}

/** Returns the excess privileges of a process, from its file `status` in /proc. */
function privilegesIn(status: string): string[] {
  const ids = Array<number>(4).fill(programUser).join('\t');
  const wanted = {
    Uid: ids,
    Gid: ids,
    CapEff: '0000000000000000',
    CapBnd: '0000000000000000',
    NoNewPrivs: '1',
    Seccomp: '2',
  };
  return Object.entries(wanted)
    .filter(([name, value]) => !status.includes(`\n${name}:\t${value}\n`))
    .map(([name]) => new RegExp(`^${name}:.*`, 'm').exec(status)?.[0] ?? name);
}

/** Returns whether a process has a read-only root, from its file `mounts` in /proc. */
function hasReadOnlyRoot(mounts: string): boolean {
  return /^\S+ \/ \S+ ro[, ]/m.test(mounts);
}

function wrongLimit({ limit }: ProcessView, { spec }: Pod): string[] {
  const wanted = parseQuantity(spec?.containers[0]?.resources?.limits?.memory ?? '0');
  return limit === wanted ? [] : [`${limit} bytes, not ${wanted}`];
}

const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'] as const;
type Probed = Partial<Record<(typeof probes)[number], object>>;

/** Returns the pod's name unless it has every kind of probe and all succeed. */
function withoutProbes({ metadata, spec, status }: Pod): string[] {
  const [container = {}] = (spec?.containers ?? []) as Probed[];
  const [state = {}] = (status?.containerStatuses ?? []) as { started?: boolean; ready?: boolean }[];
  const isWell = state.started === true && state.ready === true;
  return isWell && probes.every((probe) => container[probe] !== undefined) ? [] : [metadata.name];
}

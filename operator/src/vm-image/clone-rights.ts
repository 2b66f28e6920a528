import { objectKey, type Clock, type Cluster, type ObjectRef } from '@gpulease/kube';
import type { DataSource } from '@gpulease/kube/kubevirt';
import type { Requeue } from '../runtime/controller.ts';

/** Rights cannot be watched, so we check them periodically: more often while machines wait for one. */
const REFUSED_MS = 15_000;
const ALLOWED_MS = 5 * 60_000;

const REVIEWS = '/apis/authorization.k8s.io/v1/subjectaccessreviews';

interface Answer {
  disk: string;
  isAllowed: boolean;
  askedAt: number;
}

/**
 * Checks whether machines of all tenants may clone disks that are kept elsewhere. CDI checks this right for the
 * ServiceAccount of each machine, and KubeVirt creates no disk without it.
 */
export class CloneRights {
  private readonly cluster: Cluster;
  private readonly clock: Clock;
  private readonly answers = new Map<string, Answer>();

  constructor(cluster: Cluster, clock: Clock) {
    this.cluster = cluster;
    this.clock = clock;
  }

  /** Returns the latest answer of the API server for the disk of that image; undefined before the first one. */
  of(image: string): boolean | undefined {
    return this.answers.get(image)?.isAllowed;
  }

  /** Asks the API server, unless its latest answer is recent. Returns when to ask again. */
  async ask(image: string, source: DataSource): Promise<Requeue> {
    const disk = clonedDisk(source);
    const known = this.answers.get(image);
    const left = known?.disk === objectKey(disk) ? this.left(known) : 0;
    if (left > 0) return { afterMs: left };
    const answer = {
      disk: objectKey(disk),
      isAllowed: await this.mayClone(disk),
      askedAt: this.clock.monotonic(),
    };
    this.answers.set(image, answer);
    return { afterMs: this.left(answer) };
  }

  private left({ isAllowed, askedAt }: Answer): number {
    return askedAt + (isAllowed ? ALLOWED_MS : REFUSED_MS) - this.clock.monotonic();
  }

  private async mayClone({ namespace, name }: ObjectRef): Promise<boolean> {
    const resourceAttributes = {
      namespace,
      name,
      verb: 'create',
      group: 'cdi.kubevirt.io',
      resource: 'datavolumes',
      subresource: 'source',
    };
    const body = {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SubjectAccessReview',
      spec: { groups: ['system:serviceaccounts', 'system:authenticated'], resourceAttributes },
    };
    const answer = await this.cluster.request({ method: 'POST', path: REVIEWS, body });
    const { status } = answer as { status?: { allowed?: boolean } };
    return status?.allowed === true;
  }
}

/** Returns the disk behind a DataSource. Its namespace decides about rights, and may differ from the DataSource's. */
export function clonedDisk({ metadata, spec, status }: DataSource): ObjectRef {
  const { pvc, snapshot } = status?.source ?? spec.source;
  const { namespace, name } = pvc ?? snapshot ?? metadata;
  return { namespace: namespace ?? metadata.namespace, name };
}

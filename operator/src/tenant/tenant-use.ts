import { mappedPorts, type Workload } from '@gpulease/crds';
import { parseObjectKey, type Informer } from '@gpulease/kube';
import { storageHeldBy } from '@gpulease/placement/storage-quota';

/** What a tenant's workloads use; storage in bytes. */
interface Use {
  ports: number;
  storage: number;
}

/** Sums the mapped ports and the disk space of each tenant's workloads. Each change reads only the changed workload. */
export class TenantUse {
  private readonly sums = new Map<string, Use>();

  /** Calls `changed` with each namespace whose sums have changed. Create it before the caches sync. */
  constructor(
    { workloads }: { workloads: { informer: Pick<Informer<Workload>, 'onChange'> } },
    changed: (namespace: string) => void,
  ) {
    workloads.informer.onChange((key, before, after) => {
      const [was, is] = [useOf(before), useOf(after)];
      if (was.ports === is.ports && was.storage === is.storage) return;
      const { namespace = '' } = parseObjectKey(key);
      const sum = this.of(namespace);
      const ports = sum.ports + is.ports - was.ports;
      const storage = sum.storage + is.storage - was.storage;
      // Drops empty sums, because the namespaces of tenants come and go.
      if (ports === 0 && storage === 0) this.sums.delete(namespace);
      else this.sums.set(namespace, { ports, storage });
      changed(namespace);
    });
  }

  of(namespace: string): Use {
    return this.sums.get(namespace) ?? { ports: 0, storage: 0 };
  }
}

function useOf(workload: Workload | undefined): Use {
  return { ports: mappedPorts([workload]), storage: workload === undefined ? 0 : storageHeldBy(workload) };
}

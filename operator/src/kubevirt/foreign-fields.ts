import type { VirtualMachine } from '@gpulease/kube/kubevirt';

type Fields = Readonly<Record<string, unknown>>;

/** Fields that KubeVirt itself writes into the spec of a VirtualMachine, and that we leave alone. */
const KUBEVIRTS = {
  template: {
    metadata: {
      annotations: {
        'kubevirt.io/pci-topology-version': true,
        'kubevirt.io/pci-interface-slot-count': true,
      },
    },
    spec: { domain: { firmware: { uuid: true, serial: true }, machine: { type: true } } },
  },
};

/**
 * Returns the merge patch that removes the fields that others added to the spec of a VirtualMachine; undefined if there
 * are none. Lists are not searched, because we own them as a whole.
 */
export function takeBack(wanted: VirtualMachine['spec'], actual: object): object | undefined {
  return withoutUnknown(actual, { ...wanted }, KUBEVIRTS);
}

function withoutUnknown(actual: object, ours: Fields, kubevirts: Fields): object | undefined {
  const changes = Object.entries(actual).flatMap(([key, value]): [string, object | null][] => {
    const known = ours[key] ?? kubevirts[key];
    // KubeVirt writes an empty time as null.
    if (value === null) return [];
    if (known === undefined) return [[key, null]];
    if (!isFields(known) || !isFields(value)) return [];
    const change = withoutUnknown(value, fieldsOf(ours[key]), fieldsOf(kubevirts[key]));
    return change === undefined ? [] : [[key, change]];
  });
  return changes.length === 0 ? undefined : Object.fromEntries(changes);
}

function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

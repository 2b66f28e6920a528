/**
 * Annotation with which a person or a test requests faults. On a VirtualMachine it affects that machine; on a Namespace, all
 * its machines and disks; on a DataVolume, that disk; on a Node, that node. Removing the annotation ends the fault.
 */
export const faultsAnnotation = 'simulation.gpulease.dev/faults';

/** Marks a Node and its pods while no kubelet is simulated; KWOK ignores them. A Node's value is its previous manager. */
export const silencedAnnotation = 'simulation.gpulease.dev/silenced';

/** Effect of each fault. */
const faults = {
  ImagePullError: "The machine's pod cannot pull its image, so the machine never starts.",
  ImportFailure: 'A disk cannot be filled.',
  ImportRetries: 'Filling a disk fails and is tried again and again, as long as its source does not answer.',
  StorageFull: 'The storage makes no volume for the claim of a disk.',
  CopyStuck: 'The copy of a disk begins and does not go on.',
  Unschedulable: "The machine's pod asks for a node that does not exist.",
  CrashLoop: 'The guest crashes soon after each boot.',
  StuckTerminating: 'The machine and its pod do not go when they are told to.',
  NodeLost: 'A Node answers no more: what runs there may run on, and nothing there goes that is told to.',
  SlowStart: 'The guest does not finish booting.',
  NoAnswer: 'The guest does not answer its readiness probe, as if its SSH server were down.',
} as const;

export type Fault = keyof typeof faults;

interface Annotated {
  metadata: { annotations?: Record<string, string> };
}

/** Returns the faults that any of the objects requests; unknown names are ignored. */
export function faultsOf(...objects: (Annotated | undefined)[]): ReadonlySet<Fault> {
  const words = objects.flatMap(
    (object) => object?.metadata.annotations?.[faultsAnnotation]?.split(',') ?? [],
  );
  return new Set(words.map((word) => word.trim()).filter(isFault));
}

function isFault(word: string): word is Fault {
  return Object.hasOwn(faults, word);
}

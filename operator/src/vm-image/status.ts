import { conditionTypes } from '@gpulease/crds';
import type { VMImage } from '@gpulease/crds';
import type { DataVolume } from '@gpulease/kube/kubevirt';
import type { Findings } from '../catalogue/status.ts';
import type { WorkloadCounts } from '../catalogue/workload-references.ts';
import { clonedDisk } from './clone-rights.ts';
import { goldenImage } from './golden-image.ts';
import { clonedImport, presentImport } from './imports.ts';
import type { GoldenImage } from './imports.ts';

type Condition = Findings['conditions'][number];

/** CDI tries again and again; after this many times it is worth a look. */
const TRIES_BEFORE_A_LOOK = 3;

export function assessImage(image: VMImage, golden: GoldenImage, workloads: WorkloadCounts): Findings {
  const progress = presentImport(image, golden)?.status?.progress;
  const imported = importedCondition(image, golden);
  return {
    fields: {
      workloads: workloads.naming,
      import: {
        ...(progress === undefined || progress === '' ? {} : { progress }),
        ...(golden.dataSource === undefined ? {} : { dataSource: goldenImage(image) }),
      },
    },
    conditions: [imported, ready(imported, clonedImport(golden))],
    references: workloads.needing,
  };
}

/** Whether the disk is what the spec says now. */
function importedCondition(image: VMImage, golden: GoldenImage): Condition {
  if (image.spec.source.dataSource !== undefined) return keptElsewhere(golden, image.spec.source.dataSource);
  const present = presentImport(image, golden);
  if (present !== undefined && present === clonedImport(golden)) {
    return {
      type: conditionTypes.imported,
      status: 'True',
      reason: 'Imported',
      message: 'The disk is here.',
    };
  }
  return problemOf(present) ?? not('Importing', 'The disk is being imported.');
}

function keptElsewhere(
  { dataSource, mayBeCloned }: GoldenImage,
  { namespace, name }: { namespace: string; name: string },
): Condition {
  const called = `DataSource ${namespace}/${name}`;
  if (dataSource === undefined) {
    return not('DataSourceMissing', `There is no ${called}; create it, or name another in spec.source.`);
  }
  const readiness = dataSource.status?.conditions?.find(({ type }) => type === 'Ready');
  if (readiness?.status !== 'True') {
    const why = readiness?.message ?? 'nothing is known of it yet';
    return not('DataSourceNotReady', `${called} is not ready: ${why}.`);
  }
  if (mayBeCloned === false) return cloneNotPermitted(clonedDisk(dataSource).namespace ?? namespace);
  const message = `${called} keeps the disk.`;
  return { type: conditionTypes.imported, status: 'True', reason: 'KeptElsewhere', message };
}

function cloneNotPermitted(namespace: string): Condition {
  return not(
    'CloneRefused',
    `Machines may not clone disks of namespace ${namespace}; name it in images.cloneNamespaces of the chart, ` +
      'or let the group system:serviceaccounts create datavolumes/source (cdi.kubevirt.io) there.',
  );
}

/** What keeps the import from going on, with what to do about it. */
function problemOf(disk: DataVolume | undefined): Condition | undefined {
  if (disk?.status === undefined) return undefined;
  const { phase, restartCount = 0, conditions = [] } = disk.status;
  const called = `DataVolume ${disk.metadata.namespace ?? ''}/${disk.metadata.name}`;
  if (phase === 'Failed') {
    const why = conditions.find(({ type, message }) => type === 'Running' && message)?.message;
    const words = why === undefined ? '' : ` (${why})`;
    return not(
      'ImportFailed',
      `The import failed${words}; correct spec.source, or delete ${called} to try again.`,
    );
  }
  if (restartCount < TRIES_BEFORE_A_LOOK) return undefined;
  return not('ImportFailing', `The import fails again and again; ${called} says why.`);
}

function not(reason: string, message: string): Condition {
  return { type: conditionTypes.imported, status: 'False', reason, message };
}

/** Machines can be started with what is imported, also while something newer is on its way. */
function ready(imported: Condition, cloned: DataVolume | undefined): Condition {
  const type = conditionTypes.ready;
  if (imported.status === 'True') {
    return { ...imported, type, message: 'Machines can be started with the image.' };
  }
  if (cloned === undefined) return { ...imported, type };
  const message = 'Machines start with the disk of before; the condition Imported tells of the new one.';
  return { type, status: 'True', reason: 'ImportedBefore', message };
}

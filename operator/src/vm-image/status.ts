import { catalogueReasons, conditionTypes, type VMImage, type VMImageStatus } from '@gpulease/crds';
import { findCondition, foreignText, objectKey } from '@gpulease/kube';
import { namedObjects } from '../catalogue/references.ts';
import { conditionFound, type Assessment, type FoundCondition } from '../catalogue/status.ts';
import { diskFailure, reportAt, type DiskFailure } from '../kubevirt/disk-failure.ts';
import type { WorkloadCounts } from '../catalogue/object-counts.ts';
import { classWords } from '../region/classes.ts';
import { clonedDisk } from './clone-rights.ts';
import { IMAGE_NAMESPACE, goldenImage } from './objects.ts';
import { clonedImport, presentImport, type GoldenDisk, type GoldenImage } from './imports.ts';
import type { KeptDisk } from '../kept/kept.ts';

type ImportedDisk = NonNullable<NonNullable<VMImageStatus['import']>['disks']>[number];

/** Restarts after which an import counts as failing, because CDI retries forever. */
const TRIES_BEFORE_A_LOOK = 3;

/** The maximum number of disks in the status of an image. */
const SHOWN_DISKS = 64;

/** The progress format that the status of an image accepts; CDI can report others. */
const PROGRESS = /^(\d{1,3}(\.\d{1,2})?%|N\/A)$/;

const { yes, no } = conditionFound(conditionTypes.imported);

export function assessImage(image: VMImage, golden: GoldenImage, workloads: WorkloadCounts): Assessment {
  const imported = importedCondition(image, golden);
  return {
    fields: {
      workloads: workloads.naming,
      import: { progress: progressOf(image, golden), disks: cloneable(image, golden, imported) },
    },
    conditions: [imported, ready(image, golden, imported)],
    references: workloads.needing,
  };
}

/** Returns the progress of the first unfinished disk, or of the last disk if all are finished. */
function progressOf(image: VMImage, { disks, now }: GoldenImage): string | undefined {
  const underWay = disks.find((disk) => importFailure(image, disk, now) !== undefined) ?? disks.at(-1);
  const progress = underWay && presentImport(image, underWay)?.status?.progress;
  return progress !== undefined && PROGRESS.test(progress) ? progress : undefined;
}

/** Returns the disks that machines can clone now. */
function cloneable(
  image: VMImage,
  { disks }: GoldenImage,
  imported: FoundCondition,
): ImportedDisk[] | undefined {
  const { dataSource } = image.spec.source;
  if (dataSource !== undefined) return imported.status === 'True' ? [{ dataSource }] : undefined;
  const there = disks.filter((disk) => clonedImport(disk) !== undefined);
  if (there.length === 0) return undefined;
  return there.slice(0, SHOWN_DISKS).map(({ storage: { className } }) => ({
    ...(className === undefined ? {} : { storageClassName: className }),
    dataSource: goldenImage(image, className),
  }));
}

/** Returns the condition Imported: whether all needed disks match the present spec. */
function importedCondition(image: VMImage, golden: GoldenImage): FoundCondition {
  if (golden.hasNoCdi === true) return cdiMissing;
  const { dataSource } = image.spec.source;
  if (dataSource !== undefined) return keptElsewhere(golden, dataSource);
  if (!golden.hasNamespace) return namespaceMissing;
  if (golden.disks.length === 0) return nowhere(golden);
  const [failure] = golden.disks.flatMap((disk) => importFailure(image, disk, golden.now) ?? []);
  if (failure !== undefined) return failure;
  return yes(catalogueReasons.imported, 'The disk has been imported.');
}

const namespaceMissing = no(
  catalogueReasons.imageNamespaceMissing,
  `There is no namespace ${IMAGE_NAMESPACE}, so no image can be stored; create it, or upgrade the chart's release.`,
);

const cdiMissing = no(
  catalogueReasons.cdiMissing,
  'The cluster has no CDI (Containerized Data Importer) to import disks; install it.',
);

const noRegion = no(catalogueReasons.noRegion, 'The image is imported as soon as a region is Active.');

/** Returns why there is no StorageClass to import the image into. */
function nowhere({ missingClasses = [] }: GoldenImage): FoundCondition {
  if (missingClasses.length === 0) return noRegion;
  const missing = missingClasses.map((name) => ({ kind: 'StorageClass', ...(name && { name }) }));
  const message = `There is no ${missing.map(classWords).join(' and no ')}, which the Active regions use; create what is missing, or name another in their specs.`;
  return no(catalogueReasons.referenceMissing, message, namedObjects(missing));
}

/** Returns why one StorageClass lacks the disk of the present source; undefined if it has it. */
function importFailure(image: VMImage, disk: GoldenDisk, now: Date): FoundCondition | undefined {
  const present = presentImport(image, disk);
  if (present !== undefined && present === clonedImport(disk)) return undefined;
  const { className } = disk.storage;
  const into = className === undefined ? '' : ` into StorageClass ${className}`;
  return (
    (present && failureOf(present, now)) ??
    no(catalogueReasons.importing, `The disk is being imported${into}.`)
  );
}

function keptElsewhere(
  { dataSource, mayBeCloned }: GoldenImage,
  { namespace, name }: { namespace: string; name: string },
): FoundCondition {
  const key = `${namespace}/${name}`;
  const called = `DataSource ${key}`;
  if (dataSource === undefined) {
    const message = `There is no ${called}; create it, or name another in spec.source.`;
    return no(catalogueReasons.dataSourceMissing, message, { name: key });
  }
  const readiness = findCondition(dataSource.status?.conditions, 'Ready');
  if (readiness?.status !== 'True') {
    const why = foreignText(readiness?.message ?? 'it has no status yet');
    const message = `${called} is not ready: ${why}.`;
    return no(catalogueReasons.dataSourceNotReady, message, { name: key, words: why });
  }
  if (mayBeCloned === false) return cloneNotPermitted(clonedDisk(dataSource).namespace ?? namespace);
  return yes(catalogueReasons.keptElsewhere, `${called} has the disk.`);
}

function cloneNotPermitted(namespace: string): FoundCondition {
  return no(
    catalogueReasons.cloneRefused,
    `Machines are not allowed to clone disks of namespace ${namespace}; add it to images.cloneNamespaces of the chart, ` +
      'or allow the group system:serviceaccounts to create datavolumes/source (cdi.kubevirt.io) there.',
    { name: namespace },
  );
}

/** Returns what blocks the import and how to fix it. */
function failureOf(disk: KeptDisk, now: Date): FoundCondition | undefined {
  if (disk.status === undefined) return undefined;
  const { phase, restartCount = 0, conditions = [] } = disk.status;
  const called = `DataVolume ${objectKey(disk.metadata)}`;
  if (phase === 'Failed') {
    const why = conditions.find(({ type, message }) => type === 'Running' && message)?.message;
    const words = why === undefined ? '' : ` (${foreignText(why)})`;
    const message = `The import failed${words}; correct spec.source, or delete ${called} to try again.`;
    const parameters = {
      name: objectKey(disk.metadata),
      ...(why !== undefined && { words: foreignText(why) }),
    };
    return no(catalogueReasons.importFailed, message, parameters);
  }
  return reportedFailure(disk, now) ?? (restartCount < TRIES_BEFORE_A_LOOK ? undefined : keepsFailing(disk));
}

function keepsFailing(disk: KeptDisk): FoundCondition {
  const name = objectKey(disk.metadata);
  const message = `The import keeps failing; see DataVolume ${name}.`;
  return no(catalogueReasons.importFailing, message, { name });
}

/** Returns what blocks the import according to CDI. Failing copies are reported by their restart count instead. */
function reportedFailure(disk: KeptDisk, now: Date): FoundCondition | undefined {
  const failure = diskFailure(disk);
  if (failure === undefined || failure.kind === 'Failing' || now < reportAt(disk, failure, now))
    return undefined;
  const name = objectKey(disk.metadata);
  const words = failure.words === '' ? '' : ` (${foreignText(failure.words)})`;
  const parameters = { name, ...(failure.words !== '' && { words: foreignText(failure.words) }) };
  return no(...failures[failure.kind](`DataVolume ${name}`, words), parameters);
}

type Telling = (called: string, words: string) => [reason: string, message: string];

const failures: Record<Exclude<DiskFailure['kind'], 'Failing'>, Telling> = {
  Refused: (called, words) => [
    catalogueReasons.importRefused,
    `CDI has not created a PVC for ${called}${words}; correct spec.storage of the region, the StorageProfile or the namespace's quota.`,
  ],
  Unbound: (called, words) => [
    catalogueReasons.importNotProvided,
    `The storage has not provided a volume for ${called} yet${words}; see the Events of its PVC.`,
  ],
  Idle: (called, words) => [
    catalogueReasons.importFailing,
    `None of the image has been imported yet${words}; check ${called} and the CDI pods in its namespace.`,
  ],
};

/** Returns the condition Ready: machines can start from an earlier import while a newer one is running. */
function ready(image: VMImage, golden: GoldenImage, imported: FoundCondition): FoundCondition {
  const { disks, hasNamespace, hasNoCdi = false } = golden;
  const type = conditionTypes.ready;
  if (imported.status === 'True') {
    return { ...imported, type, message: 'Machines can be started with the image.' };
  }
  if (disks.length === 0 || !hasNamespace || hasNoCdi) return { ...imported, type };
  const missing = disks.find((disk) => clonedImport(disk) === undefined);
  if (missing !== undefined) return { ...(importFailure(image, missing, golden.now) ?? imported), type };
  const message =
    'Machines start with the previously imported disk; see the condition Imported for the new one.';
  return conditionFound(type).yes(catalogueReasons.importedBefore, message);
}

import { conditionTypes } from '@gpulease/crds';
import type { VMImage } from '@gpulease/crds';
import type { DataSource, DataVolume } from '@gpulease/kube/kubevirt';
import type { Findings } from '../catalogue/status.ts';
import { goldenImage } from './golden-image.ts';

export interface ImageFacts {
  /** The import; absent for an image that somebody else keeps. */
  dataVolume: DataVolume | undefined;
  dataSource: DataSource | undefined;
  workloads: number;
}

export function assessImage(image: VMImage, facts: ImageFacts): Findings {
  const { dataVolume, dataSource, workloads } = facts;
  const progress = dataVolume?.status?.progress;
  return {
    fields: {
      workloads,
      import: {
        ...(progress === undefined || progress === '' ? {} : { progress }),
        ...(dataSource === undefined ? {} : { dataSource: goldenImage(image) }),
      },
    },
    conditions: [ready(image, facts)],
    references: workloads,
  };
}

function ready(image: VMImage, { dataVolume, dataSource }: ImageFacts): Findings['conditions'][number] {
  const type = conditionTypes.ready;
  const no = (reason: string, message: string) => ({ type, status: 'False' as const, reason, message });
  const yes = {
    type,
    status: 'True' as const,
    reason: 'Imported',
    message: 'Machines can be started with the image.',
  };
  if (image.spec.source.dataSource === undefined) {
    const phase = dataVolume?.status?.phase;
    if (phase === 'Failed')
      return no('ImportFailed', 'The import failed; look at the DataVolume of the same name.');
    if (phase !== 'Succeeded') return no('Importing', 'The image is being imported.');
    return dataSource === undefined ? no('Importing', 'The image is being imported.') : yes;
  }
  const { namespace, name } = image.spec.source.dataSource;
  if (dataSource === undefined)
    return no('DataSourceMissing', `There is no DataSource ${namespace}/${name}.`);
  return isReady(dataSource)
    ? yes
    : no('DataSourceNotReady', `DataSource ${namespace}/${name} is not ready.`);
}

function isReady(dataSource: DataSource): boolean {
  return (
    dataSource.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') ?? false
  );
}

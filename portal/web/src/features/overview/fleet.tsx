import type { Overview } from '@gpulease/contract/overview';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useGraphTime } from '../../ui/charts/use-graph-time.ts';
import { ToolbarChoice } from '../../ui/toolbar-choice.tsx';
import { useUrlParameter } from '../../ui/use-url-parameter.ts';
import { FleetGraph } from '../fleet/fleet-graph.tsx';
import { FleetRankingCard } from './fleet-ranking.tsx';

/** What the fleet's GPUs did, of all or of a region and a model, which are in the URL. */
export function FleetCard({ gpus }: Overview) {
  const { t } = useTranslation();
  const { region, gpu, part } = useFleetPart(gpus);
  const time = useGraphTime('7d');
  return (
    <FleetGraph
      title={t('fleet.title')}
      part={part}
      time={time}
      filters={
        <>
          <Choice label={t('workload.region')} all={t('home.allRegions')} {...region} />
          <Choice label={t('sku.gpu')} all={t('fleet.allModels')} {...gpu} />
        </>
      }
    />
  );
}

/** Which machines of the same part used their GPUs least and most. */
export function MachineRanking({ gpus }: Overview) {
  return <FleetRankingCard part={useFleetPart(gpus).part} />;
}

function useFleetPart(gpus: Overview['gpus']) {
  const region = useChoice(
    'region',
    gpus.map((one) => one.region),
  );
  const gpu = useChoice(
    'gpu',
    gpus.map(({ model }) => model),
  );
  const part = {
    ...(region.chosen !== undefined && { region: region.chosen }),
    ...(gpu.chosen !== undefined && { gpu: gpu.chosen }),
  };
  return { region, gpu, part };
}

/** What is chosen is in the URL; a name that is not there any more counts as none. */
function useChoice(parameter: string, all: readonly string[]) {
  const [asked, ask] = useUrlParameter(parameter);
  const names = [...new Set(all)].sort();
  return {
    chosen: names.find((name) => name === asked),
    onChoose: (name: string) => ask(name || undefined),
    options: names.map((name) => ({ value: name, label: name })),
  };
}

/** Nothing where there is no choice. */
function Choice(props: ComponentProps<typeof ToolbarChoice>) {
  return props.options.length > 1 && <ToolbarChoice {...props} />;
}

import type { Overview } from '@gpulease/contract/overview';
import type { ComponentProps } from 'react';
import { useWords } from '../../i18n/words.ts';
import { useGraphTime } from '../../ui/charts/use-graph-time.ts';
import { ToolbarChoice } from '../../ui/toolbar-choice.tsx';
import { useUrlParameter } from '../../ui/use-url-parameter.ts';
import { FleetGraph } from '../fleet/fleet-graph.tsx';

/** The use of the fleet's GPUs over time, limited to the region and model in the URL. */
export function FleetCard({ gpus }: Overview) {
  const { t } = useWords();
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

/** The chosen region and GPU model, and the part of the fleet that they select. */
export function useFleetPart(gpus: Overview['gpus']) {
  const region = useChoice(
    'region',
    Map.groupBy(gpus, (one) => one.region),
  );
  const gpu = useChoice(
    'gpu',
    Map.groupBy(gpus, ({ model }) => model),
  );
  const part = {
    ...(region.chosen !== undefined && { region: region.chosen }),
    ...(gpu.chosen !== undefined && { gpu: gpu.chosen }),
  };
  return { region, gpu, part };
}

/** Stores the choice in the URL. An unknown name counts as no choice. */
function useChoice(parameter: string, all: ReadonlyMap<string, unknown>) {
  const [asked, ask] = useUrlParameter(parameter);
  const names = [...all.keys()].sort();
  return {
    chosen: names.find((name) => name === asked),
    onChoose: (name: string) => ask(name || undefined),
    options: names.map((name) => ({ value: name, label: name })),
  };
}

function Choice(props: ComponentProps<typeof ToolbarChoice>) {
  return props.options.length > 1 && <ToolbarChoice {...props} />;
}

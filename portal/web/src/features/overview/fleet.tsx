import type { Overview } from '@gpulease/contract/overview';
import { FormSelect, FormSelectOption, ToolbarItem } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useGraphTime } from '../../ui/charts/use-graph-time.ts';
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

interface Choosing {
  readonly names: readonly string[];
  readonly chosen: string | undefined;
  readonly choose: (name: string) => void;
}

/** What is chosen is in the URL; a name that is not there any more counts as none. */
function useChoice(parameter: string, all: readonly string[]): Choosing {
  const [params, setParams] = useSearchParams();
  const names = [...new Set(all)].sort();
  return {
    names,
    chosen: names.find((name) => name === params.get(parameter)),
    choose: (name) =>
      setParams(
        (current) => {
          if (name === '') current.delete(parameter);
          else current.set(parameter, name);
          return current;
        },
        { replace: true },
      ),
  };
}

interface ChoiceProps extends Choosing {
  readonly label: string;
  /** What stands for no choice. */
  readonly all: string;
}

/** Nothing where there is no choice. */
function Choice({ label, all, names, chosen = '', choose }: ChoiceProps) {
  if (names.length < 2) return null;
  return (
    <ToolbarItem>
      <FormSelect aria-label={label} value={chosen} onChange={(_, name) => choose(name)}>
        <FormSelectOption value="" label={all} />
        {names.map((name) => (
          <FormSelectOption key={name} value={name} label={name} />
        ))}
      </FormSelect>
    </ToolbarItem>
  );
}

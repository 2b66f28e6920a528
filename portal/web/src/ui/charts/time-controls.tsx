import { metricRanges } from '@gpulease/contract/enums';
import { Button, Flex, FlexItem, ToggleGroup, ToggleGroupItem } from '@patternfly/react-core';
import { AngleLeftIcon, AngleRightIcon, SearchPlusIcon } from '@patternfly/react-icons';
import { useTranslation } from 'react-i18next';
import { useWords } from '../../i18n/words.ts';
import type { GraphTime } from './use-graph-time.ts';
import { closer, moved, SHORTEST_MS, spanOf } from './zoom.ts';

interface Times {
  /** The graphs' points in time, RFC 3339. */
  readonly times: readonly string[];
}

/** Chooses the time range of the graphs below. */
export function TimeControls({ time, times }: Times & { readonly time: GraphTime }) {
  return (
    <Flex>
      <RangeSwitch {...time} />
      <ZoomControls zoom={time.zoom} times={times} />
    </Flex>
  );
}

const rangeUnits = { '1h': ['HOUR', 1], '24h': ['HOUR', 24], '7d': ['DAY', 7], '30d': ['DAY', 30] } as const;

/** Chooses how far back graphs go. */
export function RangeSwitch({ range, setRange }: Pick<GraphTime, 'range' | 'setRange'>) {
  const { t } = useTranslation();
  return (
    <ToggleGroup isCompact aria-label={t('monitoring.period')}>
      {metricRanges.map((name) => {
        const [unit, count] = rangeUnits[name];
        return (
          <ToggleGroupItem
            key={name}
            buttonId={`range-${name}`}
            text={t(`units.${unit}`, { count })}
            isSelected={name === range}
            onChange={() => setRange(name)}
          />
        );
      })}
    </ToggleGroup>
  );
}

/** Buttons that zoom graphs, an alternative to dragging, and the shown span. */
export function ZoomControls({ zoom, times }: Times & Pick<GraphTime, 'zoom'>) {
  const { t, format } = useWords();
  const whole = zoom.whole ?? spanOf(times[0], times.at(-1));
  const span = zoom.span ?? whole;
  const steps = [
    ['earlier', AngleLeftIcon, moved(span, whole, -1), span.from > whole.from],
    ['closer', SearchPlusIcon, closer(span, whole), span.to - span.from > SHORTEST_MS],
    ['later', AngleRightIcon, moved(span, whole, 1), span.to < whole.to],
  ] as const;
  return (
    <Flex columnGap={{ default: 'columnGapNone' }} alignItems={{ default: 'alignItemsCenter' }}>
      {steps.map(([name, Icon, next, isPossible]) => (
        <FlexItem key={name}>
          <Button
            variant="plain"
            icon={<Icon />}
            aria-label={t(`zoom.${name}`)}
            isAriaDisabled={!isPossible}
            onClick={() => zoom.show(next, whole)}
          />
        </FlexItem>
      ))}
      <FlexItem>
        <Button variant="link" isAriaDisabled={zoom.span === undefined} onClick={zoom.reset}>
          {t('zoom.reset')}
        </Button>
      </FlexItem>
      <FlexItem role="status">
        {zoom.span &&
          t('zoom.shown', {
            from: format.dayAndHour(new Date(span.from).toISOString()),
            to: format.dayAndHour(new Date(span.to).toISOString()),
          })}
      </FlexItem>
    </Flex>
  );
}

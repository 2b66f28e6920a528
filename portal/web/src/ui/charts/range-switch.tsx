import { metricRanges, type MetricRange } from '@gpulease/contract/enums';
import { ToggleGroup, ToggleGroupItem } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';

const rangeUnits = {
  '1h': ['HOUR', 1],
  '24h': ['HOUR', 24],
  '7d': ['DAY', 7],
  '30d': ['DAY', 30],
} as const;

interface RangeSwitchProps {
  readonly range: MetricRange;
  readonly onChange: (range: MetricRange) => void;
}

/** How far back graphs go. */
export function RangeSwitch({ range, onChange }: RangeSwitchProps) {
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
            onChange={() => onChange(name)}
          />
        );
      })}
    </ToggleGroup>
  );
}

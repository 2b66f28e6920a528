import { Button, Flex, FlexItem } from '@patternfly/react-core';
import { AngleLeftIcon, AngleRightIcon, SearchPlusIcon } from '@patternfly/react-icons';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import type { Zoom } from './use-zoom.ts';
import { closer, moved, SHORTEST_MS, spanOf } from './zoom.ts';

interface ZoomControlsProps {
  readonly zoom: Zoom;
  /** The points in time of the graphs, RFC 3339. */
  readonly times: readonly string[];
}

/** Buttons that show a part of the time of graphs, as dragging over one does, and which part that is. */
export function ZoomControls({ zoom, times }: ZoomControlsProps) {
  const { t } = useTranslation();
  const format = useFormat();
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

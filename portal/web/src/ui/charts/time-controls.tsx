import { Flex } from '@patternfly/react-core';
import { RangeSwitch } from './range-switch.tsx';
import type { GraphTime } from './use-graph-time.ts';
import { ZoomControls } from './zoom-controls.tsx';

interface TimeControlsProps {
  readonly time: GraphTime;
  /** The points in time of the graphs, RFC 3339. */
  readonly times: readonly string[];
}

/** Which time the graphs below show. */
export function TimeControls({ time: { range, setRange, zoom }, times }: TimeControlsProps) {
  return (
    <Flex>
      <RangeSwitch range={range} onChange={setRange} />
      <ZoomControls zoom={zoom} times={times} />
    </Flex>
  );
}

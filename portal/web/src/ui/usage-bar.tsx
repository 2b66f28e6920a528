import { Progress, ProgressMeasureLocation, type ProgressProps } from '@patternfly/react-core';

interface UsageBarProps extends Pick<ProgressProps, 'variant'> {
  readonly title: string;
  readonly used: number;
  readonly most: number;
  /** Both values as text. */
  readonly text: string;
}

export function UsageBar({ title, used, most, text, ...variant }: UsageBarProps) {
  return (
    <Progress
      title={title}
      aria-label={title}
      min={0}
      max={most}
      value={Math.min(used, most)}
      valueText={text}
      label={text}
      measureLocation={ProgressMeasureLocation.top}
      {...variant}
    />
  );
}

import { Flex, FlexItem } from '@patternfly/react-core';

interface LegendProps {
  readonly entries: readonly {
    readonly name: string;
    readonly color: string;
    /** The latest value, or the total. */
    readonly value?: string;
  }[];
}

export function Legend({ entries }: LegendProps) {
  return (
    <Flex columnGap={{ default: 'columnGapMd' }} rowGap={{ default: 'rowGapNone' }}>
      {entries.map(({ name, color, value }) => (
        <FlexItem key={name}>
          <Swatch color={color} /> {name} {value !== undefined && <strong>{value}</strong>}
        </FlexItem>
      ))}
    </Flex>
  );
}

function Swatch({ color }: { readonly color: string }) {
  const style = { display: 'inline-block', inlineSize: '1em', blockSize: '3px', verticalAlign: 'middle' };
  return <span aria-hidden style={{ ...style, backgroundColor: color }} />;
}

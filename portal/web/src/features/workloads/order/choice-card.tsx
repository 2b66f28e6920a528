import { Card, CardBody, CardHeader, CardTitle } from '@patternfly/react-core';
import type { ReactNode } from 'react';

interface ChoiceCardProps {
  readonly group: string;
  readonly id: string;
  readonly title: string;
  readonly isChosen: boolean;
  readonly isDisabled?: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

export function ChoiceCard(props: ChoiceCardProps) {
  const { group, id, title, isChosen, isDisabled = false, onChoose, children } = props;
  return (
    <Card isCompact isFullHeight isSelectable isSelected={isChosen} isDisabled={isDisabled}>
      <CardHeader
        selectableActions={{
          variant: 'single',
          name: group,
          selectableActionId: id,
          selectableActionAriaLabelledby: `${id}-title`,
          onChange: onChoose,
        }}
      >
        <CardTitle component="h3" id={`${id}-title`}>
          {title}
        </CardTitle>
      </CardHeader>
      <CardBody>{children}</CardBody>
    </Card>
  );
}

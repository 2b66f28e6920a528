import { Card, CardBody, CardTitle, type CardProps } from '@patternfly/react-core';
import type { ReactNode } from 'react';

interface TitledCardProps extends Pick<CardProps, 'isCompact' | 'isFullHeight'> {
  readonly title: string;
  readonly children: ReactNode;
}

export function TitledCard({ title, children, ...card }: TitledCardProps) {
  return (
    <Card {...card}>
      <CardTitle component="h2">{title}</CardTitle>
      <CardBody>{children}</CardBody>
    </Card>
  );
}

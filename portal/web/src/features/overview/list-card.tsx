import { Badge, Card, CardBody, CardFooter, CardTitle, List, ListItem } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../ui/links.tsx';

export interface ListRow {
  readonly key: string;
  readonly content: ReactNode;
}

interface ListCardProps {
  readonly title: string;
  readonly total: number;
  readonly to?: string;
  /** Shown for an empty list, which is good news. */
  readonly none: ReactNode;
  readonly rows: readonly ListRow[];
}

/** The first items that need attention, their number, and a link to all of them. */
export function ListCard({ title, total, to, none, rows }: ListCardProps) {
  const { t } = useTranslation();
  return (
    <Card isCompact>
      <CardTitle component="h2">
        {title} <Badge isRead={total === 0}>{total}</Badge>
      </CardTitle>
      <CardBody>
        {total === 0 ? (
          none
        ) : (
          <List isPlain>
            {rows.map(({ key, content }) => (
              <ListItem key={key}>{content}</ListItem>
            ))}
          </List>
        )}
      </CardBody>
      {to !== undefined && (
        <CardFooter>
          <TextLink to={to}>{t('overview.all')}</TextLink>
        </CardFooter>
      )}
    </Card>
  );
}

import { Gallery, GalleryItem, PageSection, Stack, StackItem } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../api/queries.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import {
  FailingCard,
  LowBalancesCard,
  NodesCard,
  PaymentsCard,
  QueueCard,
  WorkloadsCard,
} from './overview/attention.tsx';
import { GpusCard } from './overview/gpus-card.tsx';
import { MoneyByDay, MoneyByHour, MoneyCard } from './overview/money.tsx';

const REFRESH_MS = 30_000;
const wide = { default: '300px', lg: '420px' };
const narrow = { default: '200px' };

/** /admin/overview: what an operator looks at first each morning. Every number leads to its list. */
export function OverviewPage() {
  const { t } = useTranslation();
  const query = useApi('getOverview', undefined, { refetchInterval: REFRESH_MS });
  return (
    <PageSection hasBodyWrapper={false}>
      <Stack hasGutter>
        <StackItem>
          <PageTitle>{t('navigation.admin.overview')}</PageTitle>
        </StackItem>
        <Loaded query={query}>
          {(overview) => (
            <>
              <StackItem>
                <Cards
                  widths={narrow}
                  cards={[
                    <QueueCard key="queue" {...overview} />,
                    <FailingCard key="failing" {...overview} />,
                    <NodesCard key="nodes" {...overview} />,
                    <LowBalancesCard key="low" {...overview} />,
                  ]}
                />
              </StackItem>
              <StackItem>
                <Cards
                  widths={wide}
                  cards={[<MoneyByDay key="day" {...overview} />, <MoneyByHour key="hour" {...overview} />]}
                />
              </StackItem>
              <StackItem>
                <Cards
                  widths={narrow}
                  cards={[
                    <GpusCard key="gpus" {...overview} />,
                    <MoneyCard key="money" {...overview} />,
                    <WorkloadsCard key="workloads" {...overview} />,
                    <PaymentsCard key="payments" {...overview} />,
                  ]}
                />
              </StackItem>
            </>
          )}
        </Loaded>
      </Stack>
    </PageSection>
  );
}

interface CardsProps {
  readonly widths: { readonly default: string; readonly lg?: string };
  readonly cards: readonly React.ReactElement[];
}

function Cards({ widths, cards }: CardsProps) {
  return (
    <Gallery hasGutter minWidths={widths}>
      {cards.map((card) => (
        <GalleryItem key={card.key}>{card}</GalleryItem>
      ))}
    </Gallery>
  );
}

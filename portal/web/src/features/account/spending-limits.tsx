import type { Spending } from '@gpulease/contract/me';
import { displayAmount } from '@gpulease/contract/money';
import { Content, Progress, ProgressMeasureLocation, Stack } from '@patternfly/react-core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useApi } from '../../api/queries.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { useMoneyDisplay } from '../../ui/money.tsx';
import { SpendingLimitsForm } from './spending-limits-form.tsx';

const ANCHOR = '#spending-limits';
/** Spending grows while machines run, even without an event. */
const REFRESH_MS = 60_000;
/** From this share of a limit on its owner is warned. */
const NEAR = 0.8;

/** What is used of each limit of spending, and the form to set them. */
export function SpendingLimits() {
  const query = useApi('getSpending', undefined, { refetchInterval: REFRESH_MS });
  const card = useRef<HTMLDivElement>(null);
  const isAsked = useLocation().hash === ANCHOR;
  const isLoaded = query.data !== undefined;
  useEffect(() => {
    if (isAsked && isLoaded) card.current?.scrollIntoView({ block: 'start' });
  }, [isAsked, isLoaded]);
  return (
    <div ref={card}>
      <Loaded query={query}>
        {(spending) => (
          <Stack hasGutter>
            {spending.items.map((item) => (
              <SpendingBar key={item.of} {...item} />
            ))}
            <SpendingLimitsForm spending={spending} />
          </Stack>
        )}
      </Loaded>
    </div>
  );
}

function SpendingBar({ of, used, limit }: Spending['items'][number]) {
  const { t } = useTranslation();
  const money = useMoneyDisplay();
  const title = t(`limits.used.${of}`);
  const amount = displayAmount(used, money);
  if (limit === null)
    return (
      <Content component="p">
        {title} {t('limits.unlimited', { used: amount })}
      </Content>
    );
  const label = t('limits.usedOf', { used: amount, limit: displayAmount(limit, money) });
  return (
    <Progress
      title={title}
      aria-label={title}
      min={0}
      max={Number(limit)}
      value={Math.min(Math.max(Number(used), 0), Number(limit))}
      valueText={label}
      label={label}
      measureLocation={ProgressMeasureLocation.top}
      {...variantOf(Number(used) / Number(limit))}
    />
  );
}

function variantOf(share: number) {
  if (share < NEAR) return {};
  return { variant: share < 1 ? ('warning' as const) : ('danger' as const) };
}

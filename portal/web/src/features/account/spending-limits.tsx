import type { SpendingExcess } from '@gpulease/contract/common';
import type { Spending } from '@gpulease/contract/me';
import { displayAmount, isAmount, parseAmount } from '@gpulease/contract/money';
import { alertAmount } from '@gpulease/contract/validation';
import { Content, Stack } from '@patternfly/react-core';
import { useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import * as z from 'zod';
import { queryKey, useApi } from '../../api/queries.ts';
import { AmountField } from '../../ui/form/amount-field.tsx';
import { CheckboxField } from '../../ui/form/inputs.tsx';
import { ResourceForm, useResourceForm } from '../../ui/form/resource-form.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useMoneyDisplay } from '../../ui/money.tsx';
import { useGuardedEdits } from '../../ui/navigation-guard.tsx';
import { UsageBar } from '../../ui/usage-bar.tsx';
import { useAction } from '../../ui/use-action.ts';

const ANCHOR = '#spending-limits';
/** Spending grows while machines run, even without an event. */
const REFRESH_MS = 60_000;
/** Share of a limit from which the bar shows a warning. */
const NEAR = 0.8;

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
  return (
    <UsageBar
      title={title}
      used={Math.max(Number(used), 0)}
      most={Number(limit)}
      text={t('limits.usedOf', { used: amount, limit: displayAmount(limit, money) })}
      {...variantOf(Number(used) / Number(limit))}
    />
  );
}

function variantOf(share: number) {
  if (share < NEAR) return {};
  return { variant: share < 1 ? ('warning' as const) : ('danger' as const) };
}

const amount = alertAmount.or(z.literal(''));
const schema = z.strictObject({ day: amount, month: amount, hour: amount, stops: z.boolean() });
type Values = z.infer<typeof schema>;

/** Edits the daily, monthly and hourly limits and whether reaching one stops machines. */
function SpendingLimitsForm({ spending }: { readonly spending: Spending }) {
  const { t } = useTranslation();
  const change = useAction('updateSpending', {
    answers: queryKey('getSpending'),
    done: t('limits.saved'),
    refreshes: ['createQuote'],
  });
  const form = useResourceForm(schema, valuesOf(spending));
  useGuardedEdits(form.formState.isDirty);
  return (
    <ResourceForm
      form={form}
      submitLabel={t('limits.save')}
      onSubmit={async (values) => {
        const { day, month, hour, stops } = values;
        const body = { day: day || null, month: month || null, hour: hour || null, stops };
        await change.run({ body });
        form.reset(values);
      }}
    >
      <AmountField name="day" label={t('limits.day')} />
      <AmountField name="month" label={t('limits.month')} help={t('limits.help')} />
      <AmountField name="hour" label={t('limits.hour')} help={t('limits.hourHelp')} />
      <CheckboxField name="stops" label={t('limits.stops')} help={t('limits.stopsHelp')} />
      <ImmediateStops spending={spending} />
    </ResourceForm>
  );
}

function valuesOf({ items, stops }: Spending): Values {
  const limitOf = (wanted: SpendingExcess['of']) => items.find(({ of }) => of === wanted)?.limit ?? '';
  return { day: limitOf('DAY'), month: limitOf('MONTH'), hour: limitOf('HOUR'), stops };
}

/** Warns that saving the form stops machines immediately. */
function ImmediateStops({ spending }: { readonly spending: Spending }) {
  const { t } = useTranslation();
  const money = useMoneyDisplay();
  const reached = reachedBy(useWatch<Values>(), spending);
  if (!reached || reachedBy(valuesOf(spending), spending)) return null;
  const { of, used, limit } = reached;
  const amounts = { used: displayAmount(used, money), limit: displayAmount(limit, money) };
  const title = of === 'HOUR' ? t('limits.hourAtOnce') : t('limits.atOnce');
  return (
    <InlineAlert variant="warning" title={title}>
      {of === 'HOUR' ? t('limits.hourBeyond', amounts) : t(`spending.beyond.${of}`, amounts)}
    </InlineAlert>
  );
}

/** The limit that would stop machines if these values were saved. Day and month, which stop all, precede the hour. */
function reachedBy({ day, month, hour, stops }: Partial<Values>, { items }: Spending) {
  const typed = { HOUR: hour, DAY: day, MONTH: month };
  const reached = items.flatMap(({ of, used }) => {
    const limit = typed[of] ?? '';
    return stops && isAmount(limit) && isReached({ of, used, limit }) ? { of, used, limit } : [];
  });
  return reached.find(({ of }) => of !== 'HOUR') ?? reached[0];
}

/** Whether spending exceeds the hourly limit, or equals or exceeds a daily or monthly one. */
function isReached({ of, used, limit }: Pick<SpendingExcess, 'of' | 'used' | 'limit'>): boolean {
  const left = parseAmount(limit) - parseAmount(used);
  return of === 'HOUR' ? left < 0n : left <= 0n;
}

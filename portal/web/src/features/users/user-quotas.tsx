import { quotaKinds, type QuotaKind } from '@gpulease/contract/enums';
import { quotaChange, type QuotaChange, type UserQuotas as Quotas } from '@gpulease/contract/quotas';
import { Content } from '@patternfly/react-core';
import type { FieldValues } from 'react-hook-form';
import { useApi } from '../../api/queries.ts';
import { useFormat } from '../../i18n/format.ts';
import { useWords } from '../../i18n/words.ts';
import { ManagedNotice } from '../catalogue/resource/labels.tsx';
import { latestValueIn, LatestValues } from '../../ui/form/latest-value.tsx';
import { StaleForm } from '../../ui/form/stale-form.tsx';
import { useMergedSave } from '../../ui/form/use-save.ts';
import { QuantityField } from '../../ui/form/quantity-field.tsx';
import { ResourceForm, useResourceForm } from '../../ui/form/resource-form.tsx';
import { useGuardedEdits } from '../../ui/navigation-guard.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useAction } from '../../ui/use-action.ts';

interface OfUser {
  readonly username: string;
}

/** A customer's quotas and usage. They can be changed unless they are managed from Git. */
export function UserQuotas({ username }: OfUser) {
  const query = useApi('getUserQuotas', { params: { username } });
  return (
    <Loaded query={query}>
      {(quotas) =>
        quotas.managedBy ? (
          <NotEdited quotas={quotas} />
        ) : (
          <QuotaForm username={username} quotas={quotas} refetch={query.refetch} />
        )
      }
    </Loaded>
  );
}

function NotEdited({ quotas }: { readonly quotas: Quotas }) {
  const { t, format } = useWords();
  return (
    <>
      <ManagedNotice item={quotas} />
      {quotas.items.map((quota) => (
        <Content key={quota.of} component="p">
          {t(`quota.term.${quota.of}`)} {format.quota(quota)}
        </Content>
      ))}
    </>
  );
}

interface QuotaFormProps extends OfUser {
  readonly quotas: Quotas;
  readonly refetch: () => Promise<{ readonly data: Quotas | undefined }>;
}

function QuotaForm({ username, quotas, refetch }: QuotaFormProps) {
  const { t } = useWords();
  const form = useResourceForm<FieldValues, QuotaChange>(quotaChange, valuesOf(quotas));
  // Read unconditionally: React Hook Form tracks only state that was read.
  const { isDirty } = form.formState;
  const { isOvertaken, latest, save } = useMergedSave({ item: quotas, refetch, valuesOf }, form);
  useGuardedEdits(isDirty);
  const change = useAction('updateUserQuotas', {
    refreshes: ['listAuditEntries'],
    done: t('user.quotas.saved', { username }),
  });
  const submit = async (body: QuotaChange) => {
    if (await save((ifMatch) => change.run({ params: { username }, body, ifMatch }))) await refetch();
  };
  return (
    <ResourceForm form={form} submitLabel={t('user.quotas.save')} onSubmit={submit}>
      {isOvertaken && isDirty && <StaleForm title={t('user.quotas.overtaken')} />}
      <Content component="p">{t('user.quotas.lead')}</Content>
      <LatestValues value={latestValueIn(latest)}>
        {quotas.items.map((quota) => (
          <QuotaField key={quota.of} {...quota} />
        ))}
      </LatestValues>
    </ResourceForm>
  );
}

/** Quotas that always have a limit: the default, if the field is empty. */
const hasDefault: ReadonlySet<QuotaKind> = new Set<QuotaKind>(['ports', 'startsPerHour']);

function QuotaField({ of, used, limit, platformDefault }: Quotas['items'][number]) {
  const { t } = useWords();
  const { quotaAmount } = useFormat();
  const said = {
    used: quotaAmount(of, used),
    standard: platformDefault === null ? t('user.quotas.unlimited') : quotaAmount(of, platformDefault),
    empty: t(hasDefault.has(of) ? 'user.quotas.emptyIsDefault' : 'user.quotas.emptyIsUnlimited'),
  };
  return (
    <QuantityField
      name={of}
      label={t(`quota.kind.${of}`)}
      unit={t(`user.quotas.unit.${of}`)}
      help={t(limit === platformDefault ? 'user.quotas.isDefault' : 'user.quotas.differs', said)}
    />
  );
}

function valuesOf({ items }: Quotas): FieldValues {
  return Object.fromEntries(
    quotaKinds.map((of) => [of, items.find((quota) => quota.of === of)?.limit ?? null]),
  );
}

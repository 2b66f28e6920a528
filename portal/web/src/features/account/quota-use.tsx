import type { Quota } from '@gpulease/contract/quotas';
import { Content, Stack } from '@patternfly/react-core';
import { useApi } from '../../api/queries.ts';
import { useWords } from '../../i18n/words.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { SupportText } from '../../ui/support-text.tsx';
import { UsageBar } from '../../ui/usage-bar.tsx';

export function QuotaUse() {
  const { t } = useWords();
  return (
    <Loaded query={useApi('getQuotas')}>
      {({ items }) => (
        <Stack hasGutter>
          {items.map((quota) => (
            <QuotaBar key={quota.of} {...quota} />
          ))}
          <Content component="small">
            <SupportText>{t('quota.more')}</SupportText>
          </Content>
        </Stack>
      )}
    </Loaded>
  );
}

function QuotaBar(quota: Quota) {
  const { t, format } = useWords();
  const { of, used, limit } = quota;
  const title = t(`quota.kind.${of}`);
  if (limit === null)
    return (
      <Content component="p">
        {title} {t('quota.unlimited', { used: format.quota(quota) })}
      </Content>
    );
  return (
    <UsageBar
      title={title}
      used={used}
      most={Math.max(limit, 1)}
      text={format.quota(quota)}
      {...(used >= limit && { variant: 'warning' as const })}
    />
  );
}

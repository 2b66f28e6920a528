import type { Me } from '@gpulease/contract/me';
import { DescriptionList } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { Fact } from '../../ui/fact.tsx';
import { StatusLabel } from '../../ui/status-label.tsx';

/** Who one is here. */
export function AccountFacts({ me }: { readonly me: Me }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <DescriptionList isHorizontal>
      <Fact term={t('auth.username')}>{me.username}</Fact>
      <Fact term={t('auth.phone')}>{me.phone}</Fact>
      <Fact term={t('profile.email')}>{me.email}</Fact>
      <Fact term={t('common.status')}>
        <StatusLabel kind="activity" status={me.status} />
      </Fact>
      <Fact term={t('common.createdAt')}>{format.dateTime(me.createdAt)}</Fact>
    </DescriptionList>
  );
}

import type { User } from '@gpulease/contract/admin';
import { DescriptionList } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { Fact } from '../../ui/fact.tsx';
import { Money } from '../../ui/money.tsx';

/** The facts about an account. */
export function UserFacts({ user }: { readonly user: User }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <DescriptionList isHorizontal>
      <Fact term={t('user.role')}>{t(`role.${user.role}`)}</Fact>
      {user.balance !== null && (
        <>
          <Fact term={t('balance.balance')}>
            <Money amount={user.balance} />
          </Fact>
          <Fact term={t('balance.available')}>
            <Money amount={user.available ?? '0.00'} />
          </Fact>
          <Fact term={t('navigation.admin.workloads')}>{user.workloads}</Fact>
        </>
      )}
      <Fact term={t('user.secondFactor.term')}>
        {t(user.secondFactor ? 'user.secondFactor.on' : 'user.secondFactor.off')}
      </Fact>
      <Fact term={t('common.createdAt')}>{format.dateTime(user.createdAt)}</Fact>
      <Fact term={t('user.lastLoginAt')}>{user.lastLoginAt && format.dateTime(user.lastLoginAt)}</Fact>
    </DescriptionList>
  );
}

import { ToolbarItem } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../ui/links.tsx';
import { AccountMenu } from './account-menu.tsx';
import { BalanceSummary } from './balance-summary.tsx';

/** The masthead of the public pages for customers: a link to the console, the balance and the account menu. */
export function SignedInTools() {
  const { t } = useTranslation();
  return (
    <>
      <ToolbarItem>
        <LinkButton to="/workloads" variant="secondary">
          {t('shell.console')}
        </LinkButton>
      </ToolbarItem>
      <BalanceSummary />
      <ToolbarItem>
        <AccountMenu.user console="user" />
      </ToolbarItem>
    </>
  );
}

import { ToolbarItem } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../ui/links.tsx';
import { AccountMenu } from './account-menu.tsx';
import { BalanceSummary } from './balance-summary.tsx';

/** What a customer has in the masthead of the public pages: the way back to the console, balance and account. */
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

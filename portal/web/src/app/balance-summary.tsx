import { displayAmountShort, displayPriceShort } from '@gpulease/contract/money';
import type { Balance } from '@gpulease/contract/me';
import { Icon, ToolbarItem } from '@patternfly/react-core';
import { ExclamationTriangleIcon } from '@patternfly/react-icons';
import { useApi } from '../api/queries.ts';
import { useWords } from '../i18n/words.ts';
import { LinkButton } from '../ui/links.tsx';
import { useMoneyDisplay } from '../ui/money.tsx';

const WARNING_HOURS = 24;
const DANGER_HOURS = 2;

/** Balances change while machines run, even without an event. */
const REFRESH_MS = 60_000;

/** The available balance, the current cost per hour and how long that lasts; links to the recharge page. */
export function BalanceSummary() {
  const { t } = useWords();
  const { data: balance } = useApi('getBalance', undefined, { refetchInterval: REFRESH_MS });
  const money = useMoneyDisplay();
  return (
    <ToolbarItem className="gpulease-balance-place">
      {balance && (
        <LinkButton to="/recharge" variant="plain" className="gpulease-balance">
          <span>
            <span className="gpulease-balance__label">{t('balance.available')} </span>
            <strong>{displayAmountShort(balance.available, money)}</strong>
            <span className="gpulease-balance__recharge"> {t('recharge.title')}</span>
          </span>
          <Burn balance={balance} />
        </LinkButton>
      )}
    </ToolbarItem>
  );
}

function Burn({ balance: { burnPerHour, runwayHours } }: { readonly balance: Balance }) {
  const { t, format } = useWords();
  const money = useMoneyDisplay();
  if (runwayHours === null) return <small className="gpulease-balance__idle">{t('balance.idle')}</small>;
  return (
    <small>
      {runwayHours < WARNING_HOURS && (
        <Icon isInline status={runwayHours < DANGER_HOURS ? 'danger' : 'warning'}>
          <ExclamationTriangleIcon />
        </Icon>
      )}{' '}
      <span>{t('balance.burnOf', { burn: displayPriceShort(burnPerHour, money) })}</span>{' '}
      <span>{t('balance.runwayOf', { runway: format.shortHours(runwayHours) })}</span>
    </small>
  );
}

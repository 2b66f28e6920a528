import { Button } from '@patternfly/react-core';
import { BellIcon } from '@patternfly/react-icons';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useApi } from '../../api/queries.ts';
import { loginPath } from '../../session/return-to.ts';
import { useSession } from '../../session/session.ts';
import { LinkButton } from '../../ui/links.tsx';
import { useAction } from '../../ui/use-action.ts';

interface StockAlertProps {
  readonly sku: string;
  readonly region?: string | undefined;
  /** Distinguishes the button from others on the page, for screen readers. */
  readonly name: string;
}

export function StockAlert(props: StockAlertProps) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const isSignedIn = useSession('user').data?.user != null;
  if (isSignedIn) return <Toggle {...props} />;
  return (
    <LinkButton variant="link" isInline icon={<BellIcon />} to={loginPath('user', pathname + search)}>
      {t('stockAlert.set')}
    </LinkButton>
  );
}

const refreshes = ['listStockAlerts'] as const;

function Toggle({ sku, region, name }: StockAlertProps) {
  const { t } = useTranslation();
  const { data } = useApi('listStockAlerts', { query: { pageSize: 100 } });
  const set = useAction('createStockAlert', { refreshes, done: t('stockAlert.done') });
  const withdraw = useAction('deleteStockAlert', { refreshes, done: t('stockAlert.withdrawn') });
  const alert = data?.items.find((one) => one.sku === sku && one.region === (region ?? null));
  const isBusy = set.isBusy || withdraw.isBusy;
  const action = t(alert ? 'stockAlert.withdraw' : 'stockAlert.set');
  const toggle = () =>
    alert
      ? withdraw.attempt({ params: { id: alert.id } })
      : set.attempt({ body: { sku, ...(region !== undefined && { region }) } });
  return (
    <Button
      isInline
      variant="link"
      icon={<BellIcon />}
      aria-label={t('stockAlert.of', { action, name })}
      isLoading={isBusy}
      isDisabled={isBusy || !data}
      spinnerAriaLabel={t('common.loading')}
      spinnerAriaValueText={t('common.loading')}
      onClick={() => void toggle()}
    >
      {action}
    </Button>
  );
}

import type { Notice, StockAlert } from '@gpulease/contract/me';
import { displayPrice } from '@gpulease/contract/money';
import { noticePath, noticeText } from '@gpulease/contract/notice-texts';
import { LIMITS_PATH } from '@gpulease/contract/spending';
import { Button, Content, Flex, Label } from '@patternfly/react-core';
import { BellIcon } from '@patternfly/react-icons';
import { Link } from 'react-router-dom';
import { useApi } from '../../api/queries.ts';
import { useWords } from '../../i18n/words.ts';
import { useMoneyDisplay } from '../../ui/money.tsx';
import { SupportText } from '../../ui/support-text.tsx';
import { column, timeColumn } from '../../ui/table/column-kinds.tsx';
import { ResourceTable } from '../../ui/table/resource-table.tsx';
import { TabbedPage } from '../../ui/url-tabs.tsx';
import { useAction } from '../../ui/use-action.ts';
import { regionName, useRegions, useSkus } from '../offers/queries.ts';

const refreshes = ['listNotices'] as const;

/** /notices: received notices and stock alerts. */
export function NoticesPage() {
  const { t } = useWords();
  return (
    <TabbedPage
      title={t('notice.title')}
      tabs={[
        { key: 'notices', title: t('notice.received'), content: <Notices /> },
        { key: 'stock-alerts', title: t('stockAlert.title'), content: <StockAlerts /> },
      ]}
    />
  );
}

function Notices() {
  const { t, format } = useWords();
  const read = useAction('readNotice', { refreshes });
  const markRead = ({ id }: Notice) => void read.attempt({ params: { id } });
  return (
    <ResourceTable
      operation="listNotices"
      title={t('notice.received')}
      primaryAction={<ReadAll />}
      rowKey={({ id }) => id}
      rowName={({ createdAt }) => format.dateTime(createdAt)}
      columns={[
        column(
          'text',
          t('notice.text'),
          (notice: Notice) => <NoticeText notice={notice} onFollow={() => markRead(notice)} />,
          { isProse: true, onCard: 'start' },
        ),
        timeColumn('createdAt', t('common.time'), { onCard: 'below', sortBy: 'createdAt' }),
      ]}
      rowActions={(notice) => [
        {
          key: 'read',
          title: t('notice.read'),
          isDisabled: notice.readAt !== null,
          onClick: () => markRead(notice),
        },
      ]}
      empty={{ title: t('notice.empty'), body: t('notice.emptyBody'), icon: BellIcon }}
    />
  );
}

function ReadAll() {
  const { t } = useWords();
  const { data } = useApi('listNotices', { query: { pageSize: 1 } });
  const read = useAction('readNotices', { refreshes });
  return (
    <Button
      variant="secondary"
      isDisabled={data?.unread === 0}
      isLoading={read.isBusy}
      onClick={() => void read.attempt({})}
    >
      {t('notice.readAll')}
    </Button>
  );
}

/** Names the offer in the current language. A withdrawn offer keeps the names in the notice. */
function useNamedOffer(offer: Notice['offer']): Notice['offer'] {
  const sku = useSkus().data?.items.find(({ name }) => name === offer?.sku);
  const region = useRegions().data?.items.find(({ name }) => name === offer?.region);
  if (offer === null) return null;
  const { skuName, regionName } = offer;
  return { ...offer, skuName: sku?.displayName ?? skuName, regionName: region?.displayName ?? regionName };
}

function NoticeText({ notice, onFollow }: { readonly notice: Notice; readonly onFollow: () => void }) {
  const { t, format } = useWords();
  const offer = useNamedOffer(notice.offer);
  const money = useMoneyDisplay();
  const { title, text } = noticeText({ ...notice, offer }, money.language, {
    time: format.dateTime,
    price: (yuan) => displayPrice(yuan, money),
  });
  const path = noticePath(notice);
  return (
    <>
      <Flex spaceItems={{ default: 'spaceItemsSm' }}>
        <strong>{title}</strong>
        {notice.readAt === null && (
          <Label isCompact color="blue">
            {t('notice.unread')}
          </Label>
        )}
      </Flex>
      <Content component="p">
        <SupportText>{text}</SupportText>
      </Content>
      <Link to={path} onClick={onFollow}>
        {t(notice.offer === null ? linkText(path) : 'notice.order')}
      </Link>
    </>
  );
}

const linkTexts = {
  '/recharge': 'recharge.title',
  '/billing': 'notice.seeBilling',
  '/profile': 'navigation.user.profile',
  '/profile?tab=api-tokens': 'profile.apiTokens',
  [LIMITS_PATH]: 'spending.change',
} as const;

function linkText(path: string) {
  return path in linkTexts ? linkTexts[path as keyof typeof linkTexts] : 'notice.seeWorkload';
}

function StockAlerts() {
  const { t } = useWords();
  const skus = useSkus().data?.items;
  const regions = useRegions().data?.items;
  const withdraw = useAction('deleteStockAlert', {
    refreshes: ['listStockAlerts'],
    done: t('stockAlert.withdrawn'),
  });
  const skuName = ({ sku }: StockAlert) => skus?.find(({ name }) => name === sku)?.displayName ?? sku;
  return (
    <ResourceTable
      operation="listStockAlerts"
      title={t('stockAlert.title')}
      rowKey={({ id }) => id}
      rowName={skuName}
      columns={[
        column('sku', t('workload.sku'), skuName),
        column('region', t('workload.region'), ({ region }: StockAlert) =>
          region === null ? t('stockAlert.anyRegion') : regionName(regions, region),
        ),
        timeColumn('createdAt', t('common.createdAt'), { sortBy: 'createdAt' }),
        timeColumn('expiresAt', t('common.expiresAt')),
      ]}
      rowActions={({ id }) => [
        {
          key: 'withdraw',
          title: t('stockAlert.withdraw'),
          onClick: () => void withdraw.attempt({ params: { id } }),
        },
      ]}
      empty={{ title: t('stockAlert.empty'), body: t('stockAlert.emptyBody'), icon: BellIcon }}
    />
  );
}

/** Notices, and alerts for sold-out SKUs. */
import * as me from '../me.ts';
import { forSelf, forOwner, nothing, pagesOf } from './operation.ts';

export const noticeOperations = {
  listNotices: forSelf('GET /me/notices', {
    query: me.noticeQuery,
    kind: 'list',
    response: me.notices,
    token: true,
  }),
  readNotice: forOwner('POST /me/notices/:id/read', {
    params: me.noticeParams,
    response: me.notice,
    token: true,
    audit: 'never',
  }),
  readNotices: forSelf('POST /me/notices/read', { ...nothing, token: true, audit: 'never' }),
};

export const stockOperations = {
  listStockAlerts: forSelf('GET /me/stock-alerts', {
    ...pagesOf(me.stockAlert, me.stockAlertQuery),
    token: true,
  }),
  createStockAlert: forSelf('POST /me/stock-alerts', {
    body: me.stockAlertCreation,
    response: me.stockAlert,
    status: 201,
    token: true,
    limit: 'stockAlerts',
    audit: 'never',
  }),
  deleteStockAlert: forOwner('DELETE /me/stock-alerts/:id', {
    params: me.stockAlertParams,
    ...nothing,
    token: true,
    audit: 'never',
  }),
};

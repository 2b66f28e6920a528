import { beforeEach, expect, it } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import { queryKey } from '../queries.ts';
import { pageOf } from '../../testing/fake-api.ts';
import { aWorkload } from '../../testing/samples.ts';
import { applyLiveEvent } from './apply.ts';

let client: QueryClient;
beforeEach(() => {
  client = new QueryClient();
});

const stopped = { ...aWorkload, status: 'STOPPED' } as const;
const event = { type: 'workload', user: 'demo', name: aWorkload.name, workload: stopped } as const;

it('updates a changed workload on its page and in every list that shows it', () => {
  const detail = queryKey('getWorkload', { params: { name: aWorkload.name } });
  const list = queryKey('listWorkloads', { query: { page: 1 } });
  const other = { ...aWorkload, uid: 'other', name: 'other' };
  client.setQueryData(detail, aWorkload);
  client.setQueryData(list, pageOf([other, aWorkload]));

  applyLiveEvent(client, event);
  expect(client.getQueryData(detail)).toEqual(stopped);
  expect(client.getQueryData(list)).toMatchObject({ items: [other, stopped] });
});

it('reloads the page of a machine instead of showing a namesake on it', () => {
  const detail = queryKey('getWorkload', { params: { name: aWorkload.name } });
  const former = { ...aWorkload, uid: 'former' };
  client.setQueryData(detail, former);
  applyLiveEvent(client, event);
  expect(client.getQueryData(detail)).toEqual(former);
  expect(client.getQueryState(detail)?.isInvalidated).toBe(true);
});

it("does not touch another user's workload of the same name", () => {
  const list = queryKey('listAllWorkloads', {});
  const theirs = { ...aWorkload, uid: 'theirs', user: 'other' };
  client.setQueryData(list, pageOf([theirs]));
  applyLiveEvent(client, event);
  expect(client.getQueryData(list)).toMatchObject({ items: [theirs] });
});

it('does not touch a destroyed workload of the same name', () => {
  const list = queryKey('listWorkloads', {});
  const former = { ...aWorkload, uid: 'former', status: 'DESTROYED' as const };
  client.setQueryData(list, pageOf([former, aWorkload]));
  applyLiveEvent(client, event);
  expect(client.getQueryData(list)).toMatchObject({ items: [former, stopped] });
});

it('recognizes a machine as the order it came from', () => {
  const list = queryKey('listWorkloads', {});
  client.setQueryData(list, pageOf([{ ...aWorkload, uid: null, status: 'PENDING' as const }]));
  applyLiveEvent(client, event);
  expect(client.getQueryData(list)).toMatchObject({ items: [stopped] });
});

it('does not cache a workload that no page has read', () => {
  applyLiveEvent(client, event);
  expect(client.getQueryCache().getAll()).toEqual([]);
});

it.each([
  [{ type: 'balance', user: 'demo' } as const, 'getBalance'],
  [{ type: 'balance', user: 'demo' } as const, 'getBillingSummary'],
  [{ type: 'balance', user: 'demo' } as const, 'getSpending'],
  [event, 'getSpending'],
  [{ type: 'balance', user: 'demo' } as const, 'getUser'],
  [{ type: 'recharge', user: 'demo', id: '1', status: 'PAID' } as const, 'getRecharge'],
  [{ type: 'recharge', user: 'demo', id: '1', status: 'PAID' } as const, 'getBalance'],
  [{ type: 'catalogue', kind: 'skus' } as const, 'listCatalogueSkus'],
  [{ type: 'balance', user: 'demo' } as const, 'listReceivables'],
  [{ type: 'identity' } as const, 'listUsers'],
  [{ type: 'identity' } as const, 'getUserQuotas'],
  [event, 'getQuotas'],
  [event, 'listNotices'],
  [event, 'getUserQuotas'],
])('reloads what a %j event affects', (given, operation) => {
  expect(applyLiveEvent(client, given)).toContain(operation);
});

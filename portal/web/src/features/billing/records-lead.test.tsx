import { expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { pageOf } from '../../testing/fake-api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aBalance, aWorkload } from '../../testing/samples.ts';

it("shows on a machine's page how much of its cost is not in the records yet", async () => {
  const cost = { ...aWorkload.cost, total: '0.12', unsettled: '0.09' };
  const answers = { getWorkload: { ...aWorkload, cost }, listBillingRecords: pageOf([]) };
  await renderApp({ path: `/workloads/${aWorkload.name}?tab=billing`, language: 'zh', answers });
  expect(await screen.findByText(/待结算 ¥0\.09，将在下一个整点或实例停止时计入。/)).toBeVisible();
});

it.each([
  ['user', '/workloads/train', 'getWorkload', 'listBillingRecords'],
  ['admin', '/admin/workloads/demo/train', 'getAnyWorkload', 'listBillings'],
] as const)(
  'lists only the records of this machine, not of others with its name: %s',
  async (as, page, get, list) => {
    const answers = { [get]: { ...aWorkload, name: 'train' }, [list]: pageOf([]) };
    const { api } = await renderApp({ path: `${page}?tab=billing`, as, language: 'en', answers });
    await waitFor(() => expect(api.of(list)).not.toHaveLength(0));
    const { searchParams } = api.of(list)[0]!.url;
    expect([searchParams.get('order'), searchParams.get('workload')]).toEqual([aWorkload.orderId, null]);
  },
);

it('shows the unsettled cost of all machines in Billing', async () => {
  const summary = { recharged: '0.00', adjusted: '0.00', used: '0.00', days: [], workloads: [] };
  const answers = { getBillingSummary: summary, listBillingRecords: pageOf([]) };
  const unsettled = { ...answers, getBalance: { ...aBalance, accrued: '0.40' } };
  await renderApp({ path: '/billing', language: 'en', answers: unsettled });
  expect(await screen.findByText(/isn’t settled yet/)).toHaveTextContent('$0.056');
});

import type { Workload } from '@gpulease/contract/workloads';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { formatter } from '../../../i18n/format.ts';
import { en } from '../../../i18n/locales/en/index.ts';
import { zh } from '../../../i18n/locales/zh/index.ts';
import { ApiRefusal, pageOf } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { aWorkload } from '../../../testing/samples.ts';

const texts = { en, zh };
const now = Date.parse('2026-11-22T09:00:00Z');
beforeEach(() => {
  jest.spyOn(Date, 'now').mockReturnValue(now);
});
afterEach(() => {
  jest.restoreAllMocks();
});

async function choose(action: string) {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${aWorkload.name}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: action }));
  return screen.findByRole('dialog');
}

const answers = { listWorkloads: pageOf([aWorkload]) };

it('offers only actions that the state allows', async () => {
  await renderApp({ path: '/workloads', language: 'en', answers });
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${aWorkload.name}` }));
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(items).toEqual(['Stop', 'Restart', 'Order again', 'Destroy']);
});

it('returns the focus to the menu from which a dialog was opened', async () => {
  await renderApp({ path: '/workloads', language: 'en', answers });
  const dialog = await choose('Stop');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: `Actions for ${aWorkload.name}` })).toHaveFocus(),
  );
});

it("has the next action as a button on the machine's page", async () => {
  await renderApp({
    path: `/workloads/${aWorkload.name}`,
    language: 'en',
    answers: { ...answers, getWorkload: aWorkload },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Stop' }));
  expect(await screen.findByRole('dialog')).toHaveTextContent(`Stop ${aWorkload.name}?`);
});

it('destroys only after the name is typed (SPEC-8.35)', async () => {
  const { api } = await renderApp({
    path: '/workloads',
    language: 'en',
    answers: { ...answers, destroyWorkload: { ...aWorkload, status: 'DESTROYING' } },
  });
  const dialog = await choose('Destroy');
  const button = within(dialog).getByRole('button', { name: 'Destroy' });
  const typed = within(dialog).getByRole('textbox');
  await userEvent.click(button);
  expect(typed).toHaveFocus();
  expect(typed).toBeInvalid();
  expect(typed).toHaveAccessibleDescription('This field is required.');
  await userEvent.type(typed, 'wrong{Enter}');
  expect(typed).toHaveAccessibleDescription('This doesn’t match what you were asked to type.');
  expect(api.of('destroyWorkload')).toHaveLength(0);
  await userEvent.clear(typed);
  await userEvent.type(typed, aWorkload.name);
  expect(typed).toBeValid();
  await userEvent.click(button);
  await screen.findByText(`${aWorkload.name} is being destroyed.`);
  expect(api.of('destroyWorkload')).toHaveLength(1);
});

const metered = {
  ...aWorkload,
  status: 'STOPPED',
  allowedActions: ['start'],
  startPrice: { price: '8.00', unit: 'HOUR' },
} as const;
const reserved = {
  ...aWorkload,
  pricing: { ...aWorkload.pricing, mode: 'RESERVED', unit: 'MONTH' },
  termEnd: '2026-12-21T09:00:00.000Z',
  term: {
    start: '2026-11-21T09:00:00.000Z',
    end: '2026-12-21T09:00:00.000Z',
    lateSeconds: 0,
    charge: '100.00',
    credited: '0.00',
    refund: '72.00',
  },
} as const;

async function ask(action: string, workload: object) {
  const shown = await renderApp({
    path: '/workloads',
    language: 'en',
    answers: { listWorkloads: pageOf([{ ...aWorkload, ...workload }]) },
  });
  return { ...shown, dialog: await choose(action) };
}

describe('the confirmation states', () => {
  it('that a stop ends billing, and how long the disk is kept free of charge', async () => {
    const { dialog } = await ask('Stop', {});
    expect(dialog).toHaveTextContent('Billing ends and the held amount is released.');
    const inThirtyDays = formatter('en').dateTime(new Date(now + 30 * 86_400_000).toISOString());
    expect(dialog).toHaveTextContent(
      `The 40 GiB disk and its data are kept free of charge until ${inThirtyDays.replaceAll(/\s/g, ' ')}`,
    );
  });

  it('that the disk of a paid term is kept beyond the term', async () => {
    const { dialog } = await ask('Stop', reserved);
    expect(dialog).toHaveTextContent(/kept free of charge during the term and until Jan 20, 2027/);
  });

  it('that stopping refunds nothing of a paid term', async () => {
    const { dialog } = await ask('Stop', reserved);
    expect(dialog).toHaveTextContent(/Stopping refunds nothing, and the term still ends Dec 21, 2026/);
    expect(dialog).not.toHaveTextContent('Billing ends');
  });

  it('that starting costs nothing extra in a paid term', async () => {
    const { dialog } = await ask('Start', { ...reserved, allowedActions: ['start'] });
    expect(dialog).toHaveTextContent('The term is paid, so starting costs nothing extra.');
    expect(dialog).not.toHaveTextContent('held');
  });

  it('how much of a paid term is refunded when it is destroyed', async () => {
    const { dialog } = await ask('Destroy', reserved);
    expect(dialog).toHaveTextContent('$10.00 (¥72.00) is refunded to the balance.');
    expect(dialog).toHaveTextContent('80% of the price of each whole unused unit (day, month…) is refunded.');
  });

  it('the price of a start and its hold', async () => {
    const { dialog } = await ask('Start', metered);
    expect(dialog).toHaveTextContent('at $1.11 (¥8.00) / hour');
    expect(dialog).toHaveTextContent('One hour, $1.11 (¥8.00), is held');
  });
});

function startingAt(refusal: (expected: string) => ApiRefusal | undefined) {
  return renderApp({
    path: '/workloads',
    language: 'en',
    answers: {
      listWorkloads: pageOf([{ ...metered, allowedActions: ['start'] }]),
      startWorkload: ({ body }) => {
        const refused = refusal((body as { expectedPrice: string }).expectedPrice);
        if (refused) throw refused;
        return aWorkload;
      },
    },
  });
}

it('starts at the displayed price', async () => {
  const { api } = await startingAt(() => undefined);
  const dialog = await choose('Start');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Start' }));
  await waitFor(() => expect(api.of('startWorkload')).toHaveLength(1));
  expect(api.of('startWorkload')[0]?.body).toEqual({ expectedPrice: '8.00', expectedUnit: 'HOUR' });
  expect(api.of('startWorkload')[0]?.headers).toHaveProperty('idempotency-key');
});

it('shows a changed price and asks for a new confirmation', async () => {
  const { api } = await startingAt((expected) =>
    expected === '8.00'
      ? new ApiRefusal(409, {
          code: 'REQUEST_FAILED',
          requestId: 'r-1',
          details: { reason: 'PRICE_CHANGED', price: '9.00', unit: 'DAY' },
        })
      : undefined,
  );
  const dialog = await choose('Start');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Start' }));
  await within(dialog).findByText('The price has changed. Confirm the new price.');
  expect(dialog).toHaveTextContent('at $1.25 (¥9.00) / day');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Start' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.of('startWorkload').map(({ body }) => body)).toEqual([
    { expectedPrice: '8.00', expectedUnit: 'HOUR' },
    { expectedPrice: '9.00', expectedUnit: 'DAY' },
  ]);
});

it('destroys for the displayed refund, and shows a changed one first', async () => {
  const { api } = await renderApp({
    path: '/workloads',
    language: 'en',
    answers: {
      listWorkloads: pageOf([{ ...aWorkload, ...reserved }]),
      destroyWorkload: ({ body }) => {
        if ((body as { expectedRefund: string }).expectedRefund === '64.80') return aWorkload;
        const details = { reason: 'REFUND_CHANGED', refund: '64.80' } as const;
        throw new ApiRefusal(409, { code: 'REQUEST_FAILED', requestId: 'r-1', details });
      },
    },
  });
  const dialog = await choose('Destroy');
  await userEvent.type(within(dialog).getByRole('textbox'), aWorkload.name);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Destroy' }));
  await within(dialog).findByText('The refund has changed. Confirm the new amount.');
  expect(dialog).toHaveTextContent('$9.00 (¥64.80) is refunded to the balance.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Destroy' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.of('destroyWorkload').map(({ body }) => body)).toEqual([
    { expectedRefund: '72.00' },
    { expectedRefund: '64.80' },
  ]);
});

describe('a spending limit', () => {
  const stopped: Workload = {
    ...{ ...aWorkload, status: 'STOPPED', allowedActions: ['start'] },
    startPrice: { price: '1.58', unit: 'HOUR' },
  };
  const open = (stops: boolean) =>
    renderApp({
      path: '/workloads',
      language: 'en',
      answers: {
        listWorkloads: pageOf([stopped]),
        getWorkload: stopped,
        getSpending: { items: [{ of: 'DAY', used: '50.12', limit: '50.00' }], stops },
      },
    });

  it('that is reached is shown before a start and prevents it', async () => {
    await open(true);
    const dialog = await choose('Start');
    expect(await within(dialog).findByText(/Spent today: \$6.96 \(¥50.12\)/)).toBeVisible();
    expect(within(dialog).getByRole('link', { name: /Change the limit/ })).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Start' })).toBeDisabled();
  });

  it('that only notifies its owner prevents no start', async () => {
    const { api } = await open(false);
    const dialog = await choose('Start');
    await waitFor(() => expect(api.of('getSpending')).toHaveLength(1));
    expect(within(dialog).getByRole('button', { name: 'Start' })).toBeEnabled();
  });
});

it('shows the amount that a start lacks, and links to the recharge page', async () => {
  await startingAt(
    () => new ApiRefusal(402, { code: 'INSUFFICIENT_FUNDS', requestId: 'r-2', details: { missing: '5.00' } }),
  );
  const dialog = await choose('Start');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Start' }));
  expect(await within(dialog).findByText(/You need another \$0.69 \(¥5.00\)/)).toBeVisible();
  expect(within(dialog).getByRole('link', { name: 'Add funds' })).toHaveAttribute(
    'href',
    '/recharge?amount=5.00&returnTo=%2Fworkloads',
  );
});

describe('the open dialog', () => {
  const answerNow = (change: object) =>
    renderApp({
      path: '/workloads',
      language: 'en',
      answers: { ...answers, getWorkload: { ...aWorkload, ...change } },
    });

  it('no longer promises to keep the disk once another user has destroyed the machine', async () => {
    await answerNow({ status: 'DESTROYED', allowedActions: [] });
    const dialog = await choose('Stop');
    expect(await within(dialog).findByText('This isn’t possible in the current state.')).toBeVisible();
    expect(within(dialog).queryByText(/It may have gone through/)).toBeNull();
    expect(dialog).toHaveTextContent('Destroyed');
    expect(dialog).not.toHaveTextContent('kept free of charge');
    expect(within(dialog).getByRole('button', { name: 'Stop' })).toBeDisabled();
  });

  it('does not switch to a new machine of the same name', async () => {
    await answerNow({ uid: 'b1f8f0f4-3c1b-4d0e-9a54-0d6d6d3f2f11' });
    const dialog = await choose('Restart');
    expect(await within(dialog).findByText('This isn’t possible in the current state.')).toBeVisible();
    expect(dialog).toHaveTextContent('Destroyed');
  });

  it('stays open while the action is still possible', async () => {
    const { api } = await answerNow({ cost: '9.00' });
    const dialog = await choose('Stop');
    await waitFor(() => expect(api.of('getWorkload')).toHaveLength(1));
    expect(within(dialog).getByRole('button', { name: 'Stop' })).toBeEnabled();
    expect(dialog).toHaveTextContent('kept free of charge');
  });
});

it('does not send twice when Enter is pressed again', async () => {
  let answer: ((workload: typeof aWorkload) => void) | undefined;
  const { api } = await renderApp({
    path: '/workloads',
    language: 'en',
    answers: { ...answers, destroyWorkload: () => new Promise((resolve) => (answer = resolve)) },
  });
  const dialog = await choose('Destroy');
  await userEvent.type(within(dialog).getByRole('textbox'), `${aWorkload.name}{Enter}`);
  await userEvent.type(within(dialog).getByRole('textbox'), '{Enter}');
  answer?.(aWorkload);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.of('destroyWorkload')).toHaveLength(1);
});

it('shows why an action was refused (SPEC-8.35)', async () => {
  await renderApp({
    path: '/workloads',
    language: 'en',
    answers: {
      ...answers,
      stopWorkload: () => {
        throw new ApiRefusal(409, {
          code: 'REQUEST_FAILED',
          requestId: 'r-9',
          details: { reason: 'ILLEGAL_TRANSITION' },
        });
      },
    },
  });
  const dialog = await choose('Stop');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Stop' }));
  await screen.findByText('This isn’t possible in the current state.');
  expect(screen.getByText('r-9')).toBeInTheDocument();
});

describe.each(['en', 'zh'] as const)("operators read an action's effect on the owner, in %s", (language) => {
  const spot = { ...metered, pricing: { ...aWorkload.pricing, mode: 'SPOT' } } as const;
  const startable = { ...reserved, status: 'STOPPED', allowedActions: ['start'] } as const;
  const machine = (changes: object): Workload => ({ ...aWorkload, ...changes });
  /** Phrases that would mean the operator's own balance, machine or recharge. */
  const toTheOwner = /\byou(r|rs)?\b|您/i;

  it.each([
    ['start', metered, { en: /held from the user’s balance/, zh: /从用户余额中冻结/ }],
    ['start', spot, { en: /The user is billed by the second/, zh: /按秒向用户计费/ }],
    ['start', startable, { en: /The user has paid for the term/, zh: /用户已支付周期费用/ }],
    [
      'stop',
      {},
      { en: /released to the user’s balance.*or the user adds funds/, zh: /退回用户余额.*用户充值/ },
    ],
    ['stop', reserved, { en: /The user gets no refund.*the user adds funds/, zh: /不退款.*用户充值/ }],
    ['restart', {}, { en: /briefly unavailable/, zh: /短暂中断/ }],
    ['destroy', reserved, { en: /to the user’s balance/, zh: /到用户余额/ }],
  ] as const)('%s', async (action, workload, said) => {
    await renderApp({
      path: '/admin/workloads',
      as: 'admin',
      language,
      answers: { listAllWorkloads: pageOf([machine(workload)]) },
    });
    await userEvent.click(await screen.findByRole('button', { name: new RegExp(`demo/${aWorkload.name}`) }));
    await userEvent.click(
      await screen.findByRole('menuitem', { name: texts[language].workload.action[action] }),
    );
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent(said[language]);
    expect(dialog).not.toHaveTextContent(toTheOwner);
  });
});

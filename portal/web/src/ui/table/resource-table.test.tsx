import { expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiRefusal, pageOf, type ReceivedRequest } from '../../testing/fake-api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { anAuditEntry, aWorkload } from '../../testing/samples.ts';

const many = ({ url }: ReceivedRequest) => ({
  items: [{ ...aWorkload, name: `p${url.searchParams.get('page') ?? ''}` }],
  total: 45,
  page: Number(url.searchParams.get('page')),
  pageSize: Number(url.searchParams.get('pageSize')),
});

it('reads page, sort and filters from the URL', async () => {
  const { api } = await renderApp({
    path: '/workloads?page=2&pageSize=10&sort=-name&status=RUNNING&unknown=1',
    answers: { listWorkloads: many },
  });
  await screen.findByText('p2');
  const asked = api.of('listWorkloads').at(-1)?.url.searchParams;
  expect(Object.fromEntries(asked ?? [])).toEqual({
    page: '2',
    pageSize: '10',
    sort: '-name',
    status: 'RUNNING',
  });
});

it('ignores invalid values in the URL', async () => {
  const { api } = await renderApp({
    path: '/workloads?page=-3&pageSize=7&sort=name%20desc',
    answers: { listWorkloads: many },
  });
  await screen.findByText('p1');
  const asked = api.of('listWorkloads').at(-1)?.url.searchParams;
  expect(Object.fromEntries(asked ?? [])).toEqual({ page: '1', pageSize: '20' });
});

it('stores the page in the URL', async () => {
  const { router } = await renderApp({
    path: '/workloads',
    language: 'en',
    answers: { listWorkloads: many },
  });
  await screen.findByText('p1');
  const bottom = screen.getByRole('navigation', { name: 'Bottom pagination' });
  await userEvent.click(within(bottom).getByRole('button', { name: 'Next page' }));
  await screen.findByText('p2');
  expect(router.state.location.search).toBe('?page=2');
});

it('sorts by a column, first ascending, then descending', async () => {
  const { router } = await renderApp({
    path: '/workloads',
    language: 'en',
    answers: { listWorkloads: many },
  });
  await screen.findByText('p1');
  await userEvent.click(screen.getByRole('button', { name: 'Name' }));
  await waitFor(() => expect(router.state.location.search).toBe('?sort=name'));
  await userEvent.click(screen.getByRole('button', { name: 'Name' }));
  await waitFor(() => expect(router.state.location.search).toBe('?sort=-name'));
});

it('searches on Enter from the first page, and shows the filter with a button to remove it', async () => {
  const { router } = await renderApp({
    path: '/workloads?page=2',
    language: 'en',
    answers: { listWorkloads: many },
  });
  await screen.findByText('p2');
  await userEvent.type(screen.getByRole('textbox', { name: 'Search by name' }), 'train{Enter}');
  await waitFor(() => expect(router.state.location.search).toBe('?search=train'));
  await userEvent.click(await screen.findByRole('button', { name: 'Remove filter Search by name: train' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

it('explains an empty list', async () => {
  await renderApp({ path: '/workloads', language: 'en', answers: { listWorkloads: pageOf([]) } });
  await screen.findByRole('heading', { name: 'No instances yet' });
  expect(screen.getByRole('link', { name: 'Create instance' })).toHaveAttribute('href', '/workloads/create');
});

it('offers destroyed items if no others are left', async () => {
  const former = { ...aWorkload, name: 'former', status: 'DESTROYED' as const };
  const listWorkloads = ({ url }: ReceivedRequest) => pageOf(url.searchParams.has('status') ? [former] : []);
  await renderApp({ path: '/workloads', language: 'en', answers: { listWorkloads } });
  await screen.findByRole('heading', { name: 'No instances yet' });
  await userEvent.click(screen.getByRole('button', { name: 'Status' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Destroyed' }));
  expect(await screen.findByText('former')).toBeVisible();
});

/** An answer that the test releases. */
function held<T>(answer: T) {
  let release: () => void = () => undefined;
  const promise = new Promise<T>((resolve) => (release = () => resolve(answer)));
  return { promise, release };
}

it('goes back to a page that the filtered list lacks', async () => {
  const few = held(undefined);
  const { router } = await renderApp({
    path: '/workloads?page=2&search=none',
    language: 'en',
    answers: {
      listWorkloads: async (asked) => {
        if (asked.url.searchParams.has('search')) return pageOf([aWorkload]);
        await few.promise;
        return many(asked);
      },
    },
  });
  await waitFor(() => expect(router.state.location.search).toBe('?search=none'));
  await screen.findByText(aWorkload.name);
  await act(() => router.navigate('/workloads?page=3'));
  expect(router.state.location.search).toBe('?page=3');
  few.release();
  expect(await screen.findByText('p3')).toBeVisible();
});

it('shows that nothing matches until the unfiltered list is loaded', async () => {
  const all = held(pageOf([]));
  await renderApp({
    path: '/workloads?status=FAILED',
    language: 'en',
    answers: { listWorkloads: ({ url }) => (url.searchParams.has('status') ? pageOf([]) : all.promise) },
  });
  await screen.findByRole('heading', { name: 'No results found' });
  await userEvent.click(screen.getAllByRole('button', { name: 'Clear all filters' })[0]!);
  expect(screen.queryByRole('heading', { name: 'No instances yet' })).toBeNull();
  all.release();
  expect(await screen.findByRole('heading', { name: 'No instances yet' })).toBeVisible();
});

it('shows that nothing matches, and clears the filters', async () => {
  const { router } = await renderApp({
    path: '/workloads?status=FAILED',
    language: 'en',
    answers: {
      listWorkloads: ({ url }) => pageOf(url.searchParams.has('status') ? [] : [aWorkload]),
    },
  });
  await screen.findByRole('heading', { name: 'No results found' });
  const [clear] = screen.getAllByRole('button', { name: 'Clear all filters' });
  await userEvent.click(clear!);
  await screen.findByText(aWorkload.name);
  expect(router.state.location.search).toBe('');
});

it('treats an unknown filter value as one without matches, and offers to clear it', async () => {
  const { router } = await renderApp({
    path: '/workloads?status=NONSENSE',
    language: 'en',
    answers: {
      listWorkloads: ({ url }) => {
        if (url.searchParams.has('status'))
          throw new ApiRefusal(400, { code: 'INVALID_ARGUMENT', requestId: 'r' });
        return pageOf([aWorkload]);
      },
    },
  });
  await screen.findByRole('heading', { name: 'No results found' });
  const [clear] = screen.getAllByRole('button', { name: 'Clear all filters' });
  await userEvent.click(clear!);
  await screen.findByText(aWorkload.name);
  expect(router.state.location.search).toBe('');
});

it('shows why a list failed to load, with the request id, and retries', async () => {
  let isDown = true;
  await renderApp({
    path: '/workloads',
    language: 'en',
    answers: {
      listWorkloads: () => {
        if (isDown) throw new ApiRefusal(500, { code: 'INTERNAL', requestId: 'r-42' });
        return pageOf([aWorkload]);
      },
    },
  });
  await screen.findByText('Internal server error. Try again later.');
  expect(screen.getByText('r-42')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'What to do' })).toHaveAttribute(
    'href',
    '/docs/reference/errors#internal',
  );
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText(aWorkload.name);
});

it('ignores an unknown sort order', async () => {
  const { api } = await renderApp({ path: '/workloads?sort=secret', answers: { listWorkloads: many } });
  await screen.findByText('p1');
  expect(api.of('listWorkloads').at(-1)?.url.searchParams.has('sort')).toBe(false);
});

it('opens the last page instead of one past the end', async () => {
  const { router } = await renderApp({
    path: '/workloads?page=9',
    language: 'en',
    answers: {
      listWorkloads: (asked) =>
        asked.url.searchParams.get('page') === '3' ? many(asked) : { ...many(asked), items: [] },
    },
  });
  await screen.findByText('p3');
  expect(router.state.location.search).toBe('?page=3');
});

it('filters by a day once it is complete', async () => {
  const { api, router } = await renderApp({
    path: '/admin/audit',
    as: 'admin',
    language: 'en',
    answers: { listAuditEntries: pageOf([anAuditEntry]) },
  });
  const from = await screen.findByLabelText('From');
  for (const typed of ['0202-03-01', '2026-03-0', '2026-02-30']) {
    fireEvent.change(from, { target: { value: typed } });
    expect(from).toHaveValue(typed);
  }
  expect(router.state.location.search).toBe('');
  fireEvent.change(from, { target: { value: '2026-03-01' } });
  await waitFor(() => expect(router.state.location.search).toBe('?from=2026-03-01'));
  await waitFor(() => expect(api.of('listAuditEntries')).toHaveLength(2));
});

it.each([
  ['zh', '开始日期', '没有这个日期，请按“年-月-日”填写，如 2026-03-01'],
  ['en', 'From', 'There is no such date. Enter it as YYYY-MM-DD.'],
] as const)(
  'refuses a day that does not exist or is left incomplete (%s)',
  async (language, label, refusal) => {
    const answers = { listAuditEntries: pageOf([anAuditEntry]) };
    await renderApp({ path: '/admin/audit', as: 'admin', language, answers });
    const from = await screen.findByLabelText(label);
    await userEvent.type(from, '2026-02-3');
    expect(from).toBeValid();
    await userEvent.type(from, '0');
    expect(from).toBeInvalid();
    expect(from).toHaveAccessibleDescription(refusal);
    await userEvent.type(from, '{Backspace}');
    expect(from).toBeValid();
    await userEvent.tab();
    expect(from).toHaveAccessibleDescription(refusal);
    await userEvent.clear(from);
    expect(from).toBeValid();
  },
);

it.each([
  ['zh', /2026\/3\/1/],
  ['en', /Mar 1, 2026/],
] as const)('formats the day of a filter like other dates (%s)', async (language, day) => {
  const answers = { listAuditEntries: pageOf([anAuditEntry]) };
  await renderApp({ path: '/admin/audit?from=2026-03-01', as: 'admin', language, answers });
  const filters = await screen.findByRole('list', {
    name: language === 'zh' ? '当前筛选条件' : 'Active filters',
  });
  expect(filters).toHaveTextContent(day);
});

it('keeps the focus in the search box and names the browser tab after the page', async () => {
  const { router } = await renderApp({
    path: '/workloads',
    language: 'en',
    answers: { listWorkloads: many },
  });
  await screen.findByText('p1');
  await userEvent.type(screen.getByRole('textbox', { name: 'Search by name' }), 'train{Enter}');
  await waitFor(() => expect(router.state.location.search).toBe('?search=train'));
  expect(screen.getByRole('textbox', { name: 'Search by name' })).toHaveFocus();
  expect(document.title).toBe('My instances · GPULease');
});

it('distinguishes a destroyed machine from a live one of the same name', async () => {
  const former = { ...aWorkload, uid: 'former', status: 'DESTROYED' as const };
  await renderApp({
    path: '/workloads',
    language: 'en',
    answers: { listWorkloads: pageOf([aWorkload, former]) },
  });
  expect(await screen.findAllByRole('link', { name: aWorkload.name })).toHaveLength(2);
});

it("reuses the rows after a search, but not another machine's open menu", async () => {
  const train = { ...aWorkload, uid: 'train', name: 'train' };
  const { router } = await renderApp({
    path: '/workloads',
    language: 'en',
    answers: { listWorkloads: ({ url }) => pageOf([url.searchParams.has('search') ? train : aWorkload]) },
  });
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${aWorkload.name}` }));
  const row = screen.getByRole('row', { name: new RegExp(aWorkload.name) });
  await screen.findByRole('menuitem', { name: 'Destroy' });
  await act(() => router.navigate('/workloads?search=train'));
  const menu = await screen.findByRole('button', { name: 'Actions for train' });
  expect(row).toContainElement(menu);
  expect(screen.queryByRole('menuitem')).toBeNull();
});

it('opens the menu of a row beside its button', async () => {
  await renderApp({
    path: '/workloads',
    language: 'en',
    answers: { listWorkloads: pageOf([aWorkload]) },
  });
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${aWorkload.name}` }));
  const menu = (await screen.findByRole('menuitem', { name: 'Destroy' })).closest('.pf-v6-c-menu');
  await waitFor(() => expect(menu).toHaveAttribute('data-popper-placement'));
});

it('shows that there are more rows than were counted', async () => {
  await renderApp({
    path: '/workloads',
    language: 'en',
    answers: { listWorkloads: { items: [aWorkload], total: 10_001, page: 1, pageSize: 20 } },
  });
  expect((await screen.findAllByText('1 – 20 of 10000+')).length).toBeGreaterThan(0);
});

it('redraws only the ticked row', async () => {
  const createdAt = (day: number) => `2026-03-${String(day).padStart(2, '0')}T00:00:00Z`;
  const machines = Array.from({ length: 20 }, (_, at) => {
    const name = `m${String(at)}`;
    return { ...aWorkload, name, uid: name, createdAt: createdAt(at + 1) };
  });
  localStorage.setItem('columns/user/workloads', '[]');
  await renderApp({ path: '/workloads', language: 'en', answers: { listWorkloads: pageOf(machines) } });
  const tick = await screen.findByRole('checkbox', { name: 'Select m4' });
  await screen.findByRole('link', { name: 'm19' });
  const dates = new Set<number>();
  const proto: Required<{ format: unknown }> = Intl.DateTimeFormat.prototype;
  const noted = (date?: Date | number) => {
    dates.add(Number(date));
    return '';
  };
  jest.spyOn(proto, 'format', 'get').mockReturnValue(noted);
  await userEvent.click(tick);
  await screen.findByText('1 selected');
  jest.restoreAllMocks();
  expect([...dates].map((date) => new Date(date).getUTCDate())).toEqual([5]);
});

it.each([
  ['zh', ['状态', '失败', '已停止', '已销毁'], ['状态: 失败和已停止', '状态: 已销毁']],
  ['en', ['Status', 'Failed', 'Stopped', 'Destroyed'], ['Status: Failed and Stopped', 'Status: Destroyed']],
] as const)(
  'is filtered by several statuses, or by the destroyed status alone, in %s',
  async (language, [filter, failed, stopped, destroyed], chips) => {
    const { api } = await renderApp({ path: '/workloads', language, answers: { listWorkloads: many } });
    await screen.findByText('p1');
    const asked = () => api.of('listWorkloads').at(-1)?.url.searchParams.get('status');
    await userEvent.click(screen.getAllByRole('button', { name: filter })[0]!);
    for (const name of [failed, stopped]) await userEvent.click(await screen.findByRole('option', { name }));
    expect(await screen.findByText(chips[0])).toBeVisible();
    expect(asked()).toBe('FAILED,STOPPED');
    await userEvent.click(screen.getByRole('option', { name: destroyed }));
    expect(await screen.findByText(chips[1])).toBeVisible();
    expect(asked()).toBe('DESTROYED');
    await userEvent.click(screen.getByRole('option', { name: destroyed }));
    expect(screen.queryByText(chips[1])).toBeNull();
  },
);

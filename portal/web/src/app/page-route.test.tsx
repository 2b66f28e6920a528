import { expect, it, jest } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router-dom';
import { startI18n } from '../i18n/i18n.ts';
import { expectConsoleErrors } from '../testing/console.ts';
import { layout, page } from './page-route.tsx';

const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

function Menu() {
  return (
    <>
      <Link to="/gone">Go</Link>
      <Outlet />
    </>
  );
}

it('waits for the network, then loads the page', async () => {
  expectConsoleErrors();
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const asked = jest.fn<typeof fetch>(() => Promise.reject(new TypeError('offline')));
  globalThis.fetch = asked;
  localStorage.setItem('language', 'en');
  await startI18n();
  render(
    <RouterProvider
      router={createMemoryRouter([{ ...page('/', gone), hydrateFallbackElement: <p>loading</p> }])}
    />,
  );
  expect(await screen.findByRole('heading', { name: 'No connection' })).toBeVisible();
  expect(asked).not.toHaveBeenCalled();
  online.mockRestore();
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(asked).toHaveBeenCalledWith('/', expect.anything()));
});

it.each([
  ['a page', page('/gone', gone)],
  ['a layout', layout(gone, [{ path: '/gone', element: <p>the page</p> }])],
])('reports that %s failed to load and keeps the menu', async (_, route) => {
  expectConsoleErrors();
  globalThis.fetch = () => Promise.reject(new TypeError('offline'));
  localStorage.setItem('language', 'en');
  await startI18n();
  const start = page('/', () => Promise.resolve(() => <p>the start</p>));
  const shown = { element: <Menu />, hydrateFallbackElement: <p>loading</p> };
  const { errorElement } = start;
  const inside = { errorElement, children: [start, route] };
  render(<RouterProvider router={createMemoryRouter([{ ...shown, children: [inside] }])} />);
  await screen.findByText('the start');
  await userEvent.click(screen.getByRole('link', { name: 'Go' }));
  expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go' })).toBeVisible();
});

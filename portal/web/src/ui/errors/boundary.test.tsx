import { expect, it } from '@jest/globals';
import type { Workload } from '@gpulease/contract/workloads';
import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { startI18n } from '../../i18n/i18n.ts';
import { expectConsoleErrors } from '../../testing/console.ts';
import { pageOf } from '../../testing/fake-api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { lazyDialog } from '../lazy-dialog.tsx';
import { ChunkFailure } from '../../browser/chunks.ts';
import { Boundary } from './boundary.tsx';

function Broken(): never {
  throw new TypeError('broken');
}

it('shows an error page with a link home if a page crashes (SPEC-2.41, SPEC-8.25)', async () => {
  expectConsoleErrors();
  const listWorkloads = pageOf([null]) as unknown as ReturnType<typeof pageOf<Workload>>;
  await renderApp({ path: '/workloads', language: 'en', answers: { listWorkloads } });
  expect(await screen.findByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/');
});

it('keeps the page when a part of it crashes', async () => {
  expectConsoleErrors();
  localStorage.setItem('language', 'en');
  await startI18n();
  render(
    <>
      <p>the page</p>
      <Boundary>
        <Broken />
      </Boundary>
    </>,
  );
  expect(await screen.findByText('Something went wrong')).toBeVisible();
  expect(screen.getByText('the page')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/');
});

it('reports that a dialog failed to load and keeps the page', async () => {
  expectConsoleErrors();
  globalThis.fetch = () => Promise.reject(new TypeError('offline'));
  const Dialog = lazyDialog(() => Promise.reject(new ChunkFailure('gone')));
  const page = (
    <>
      <p>the page</p>
      <Dialog onClose={() => undefined} />
    </>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: page }])} />);
  expect(await screen.findByRole('dialog', { name: /Something went wrong/ })).toBeVisible();
  expect(screen.getByText('the page')).toBeInTheDocument();
});

import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiRefusal, pageOf, type Answers } from '../../testing/fake-api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aJob } from '../../testing/samples.ts';

const failing = { ...aJob, lastError: 'Error: connect ECONNREFUSED' };

const open = (answers: Answers) =>
  renderApp({
    path: '/admin/jobs',
    as: 'admin',
    language: 'en',
    answers: { listJobs: pageOf([failing]), ...answers },
  });

const chooseRetry = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Start instance 1-1' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Try again now' }));
};

it('shows a failing job with its error and user, and retries it on request', async () => {
  const { api } = await open({ retryJob: () => undefined });
  const row = await screen.findByRole('row', { name: /Start instance/ });
  expect(row).toHaveTextContent(/1-1.*1001.*Failing.*3.*Error: connect ECONNREFUSED/);
  await chooseRetry();
  expect(await screen.findByText('The job is being retried.')).toBeVisible();
  expect(api.of('retryJob')[0]?.url.pathname).toContain('/jobs/START_WORKLOAD%3A7/retry');
  await waitFor(() => expect(api.of('listJobs').length).toBeGreaterThan(1));
});

it('shows an abandoned job without a next attempt, and retries it on request', async () => {
  const message = { ...failing, id: 'SEND_EMAIL:7', name: 'SEND_EMAIL', attempts: 10 } as const;
  const { api } = await open({
    listJobs: pageOf([{ ...message, status: 'GIVEN_UP', nextAttemptAt: null }]),
    retryJob: () => undefined,
  });
  const row = await screen.findByRole('row', { name: /Given up/ });
  expect(row).toHaveTextContent(/Given up.*10.*–.*Error: connect ECONNREFUSED/);
  await userEvent.click(within(row).getByRole('button', { name: /^Actions for/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Try again now' }));
  await waitFor(() => expect(api.of('retryJob')[0]?.url.pathname).toContain('SEND_EMAIL'));
});

it('reports that the job has finished meanwhile', async () => {
  await open({
    retryJob: () => {
      throw new ApiRefusal(404, { code: 'RESOURCE_NOT_FOUND', requestId: 'r' });
    },
  });
  await chooseRetry();
  expect(await screen.findByText(/not found|no longer|doesn’t exist/i)).toBeVisible();
});

import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { pageOf, type Answers } from '../../testing/fake-api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { anAlarm } from '../../testing/samples.ts';

const open = (answers: Answers) =>
  renderApp({ path: '/admin/alarms', as: 'admin', language: 'en', answers: { ...answers } });

it('shows the alarm with the condition of its node and links to the node', async () => {
  await open({ listAlarms: pageOf([anAlarm]) });
  const row = await screen.findByRole('row', { name: /Node 9-1/ });
  expect(row).toHaveTextContent(/isn’t ready.*The node is lost.*Open/);
  expect(within(row).getByRole('link', { name: 'Node 9-1 isn’t ready' })).toHaveAttribute(
    'href',
    '/admin/nodes/1-1/9-1',
  );
  expect(within(row).getByRole('link', { name: 'What to do' })).toHaveAttribute(
    'href',
    '/docs/operating/nodes-and-maintenance#a-node-does-not-answer',
  );
});

it('acknowledges an alarm from its row, and the bell counts one less', async () => {
  let isOpen = true;
  const { api } = await open({
    listAlarms: () => pageOf(isOpen ? [anAlarm] : []),
    acknowledgeAlarm: () => {
      isOpen = false;
      return {
        ...anAlarm,
        status: 'ACKNOWLEDGED',
        acknowledgedBy: 'admin',
        acknowledgedAt: anAlarm.openedAt,
      };
    },
  });
  expect(await screen.findByRole('link', { name: 'Alarms, 1 open' })).toHaveAttribute(
    'href',
    '/admin/alarms',
  );
  await userEvent.click(await screen.findByRole('button', { name: /^Actions for Node 9-1/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Acknowledge' }));
  expect(await screen.findByText(/Other administrators see that you’re on it/)).toBeVisible();
  expect(api.of('acknowledgeAlarm')[0]?.url.pathname).toContain(`/alarms/${anAlarm.id}/acknowledge`);
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Alarms, 1 open' })).toBeNull());
});

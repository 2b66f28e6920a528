import { expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiRefusal } from '../../testing/fake-api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aConfig, aWorkload } from '../../testing/samples.ts';

const support = {
  email: 'help@gpu.example.com',
  url: 'https://gpu.example.com/help',
  phone: '400-800-8888',
  hours: { zh: '工作日 9:00–18:00', en: 'Weekdays 9:00–18:00' },
};
const reachable = { getConfig: { ...aConfig, support } };

it('shows the contact details and hours of support', async () => {
  await renderApp({ path: '/support', as: 'visitor', language: 'en', answers: reachable });
  expect(await screen.findByRole('heading', { level: 1, name: 'Contact support' })).toBeVisible();
  const main = within(screen.getByRole('main'));
  expect(main.getByRole('link', { name: '400-800-8888' })).toHaveAttribute('href', 'tel:4008008888');
  expect(main.getByRole('link', { name: support.email })).toHaveAttribute('href', `mailto:${support.email}`);
  expect(main.getByRole('link', { name: support.url })).toHaveAttribute('href', support.url);
  expect(main.getByText('Weekdays 9:00–18:00')).toBeVisible();
});

it('does not exist and is not linked if no contact is configured', async () => {
  await renderApp({ path: '/support', as: 'visitor', language: 'en' });
  expect(await screen.findByRole('heading', { level: 1, name: /404/ })).toBeVisible();
});

it.each([
  ['zh', '联系客服'],
  ['en', 'Contact support'],
] as const)('is linked from texts that mention it: for invite codes, in %s', async (language, name) => {
  await renderApp({ path: '/register', as: 'visitor', language, answers: reachable });
  const links = await screen.findAllByRole('link', { name });
  for (const link of links) expect(link).toHaveAttribute('href', '/support');
  // Below the field, where the link must not lose the form, and in the footer.
  expect(links.map((link) => link.getAttribute('target')).sort()).toEqual(['_blank', null]);
});

it('is linked from an error that mentions it', async () => {
  const answers = {
    ...reachable,
    login: () => {
      throw new ApiRefusal(403, { code: 'USER_DISABLED', requestId: 'test-request' });
    },
  };
  const user = userEvent.setup();
  await renderApp({ path: '/login', as: 'visitor', language: 'zh', answers });
  await user.type(await screen.findByRole('textbox', { name: /用户名/ }), 'demo');
  await user.type(screen.getByLabelText(/^密码/), 'a password of mine');
  await user.click(screen.getByRole('button', { name: '登录' }));
  const sentence = await screen.findByText(/该账号已被停用/);
  expect(within(sentence).getByRole('link', { name: '联系客服' })).toHaveAttribute('href', '/support');
});

it("is linked from a machine's reason that mentions it, and from the account menu", async () => {
  const workload = {
    ...aWorkload,
    status: 'FAILED' as const,
    reason: 'StartDeadlineExceeded',
    message: 'late',
  };
  const answers = { ...reachable, getWorkload: workload };
  const user = userEvent.setup();
  await renderApp({ path: `/workloads/${workload.name}`, language: 'zh', answers });
  expect(await screen.findByRole('link', { name: '联系客服' })).toHaveAttribute('href', '/support');
  await user.click(await screen.findByRole('button', { name: /账号菜单：/ }));
  expect(await screen.findByRole('menuitem', { name: '联系客服' })).toBeVisible();
});

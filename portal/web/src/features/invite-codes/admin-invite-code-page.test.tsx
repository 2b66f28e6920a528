import type { InviteCode } from '@gpulease/contract/invite-codes';
import type { InviteCodeStatus } from '@gpulease/contract/enums';
import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiRefusal, pageOf, type Answers, type ReceivedRequest } from '../../testing/fake-api.ts';
import { renderApp } from '../../testing/render-app.tsx';

const aCode = (code: string, status: InviteCodeStatus = 'AVAILABLE'): InviteCode => ({
  code,
  status,
  expirationDate: '2026-12-21T09:00:00.000Z',
  usedBy: status === 'USED' ? 'demo' : null,
  usedAt: status === 'USED' ? '2026-11-21T09:00:00.000Z' : null,
  createdBy: 'admin',
  createdAt: '2026-11-20T09:00:00.000Z',
});
const codes = [aCode('AAAA'), aCode('BBBB'), aCode('CCCC', 'USED')];

const open = (answers: Answers) =>
  renderApp({
    path: '/admin/invite-code',
    as: 'admin',
    language: 'en',
    answers: { listInviteCodes: pageOf(codes), ...answers },
  });

async function confirm() {
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Revoke' }));
}

it('revokes a code, and shows in the dialog if it has been used meanwhile', async () => {
  let isUsed = true;
  const { api } = await open({
    revokeInviteCode: () => {
      if (!isUsed) return aCode('AAAA', 'EXPIRED');
      throw new ApiRefusal(409, {
        code: 'REQUEST_FAILED',
        requestId: 'r',
        details: { reason: 'INVITE_CODE_USED' },
      });
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: /AAAA/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Revoke' }));
  expect(await screen.findByRole('dialog', { name: /Revoke AAAA\?/ })).toBeVisible();
  await confirm();
  expect(await screen.findByText('The invite code has been used and can’t be revoked.')).toBeVisible();
  isUsed = false;
  await confirm();
  expect(await screen.findByText('Invite code revoked.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.of('revokeInviteCode')[1]?.url.pathname).toContain('/invite-codes/AAAA/revoke');
});

it('does not offer to revoke a code that was used', async () => {
  await open({});
  await userEvent.click(await screen.findByRole('button', { name: /CCCC/ }));
  expect(await screen.findByRole('menuitem', { name: 'Revoke' })).toBeDisabled();
});

it('revokes the selected codes that are still available, and reports each result', async () => {
  const { api } = await open({
    revokeInviteCode: ({ url }: ReceivedRequest) => {
      if (url.pathname.includes('AAAA')) return aCode('AAAA', 'EXPIRED');
      throw new ApiRefusal(409, {
        code: 'REQUEST_FAILED',
        requestId: 'r',
        details: { reason: 'INVITE_CODE_USED' },
      });
    },
  });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  await userEvent.click(screen.getByRole('button', { name: '3 selected' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Revoke' }));
  const dialog = await screen.findByRole('dialog', { name: /Revoke 2 invite codes\?/ });
  expect(dialog).toHaveTextContent('used or has expired: CCCC');
  await confirm();
  const results = await screen.findByRole('dialog', { name: /Revoke: 1 done, 1 failed/ });
  expect(results).toHaveTextContent('Revoked: AAAA');
  expect(results).toHaveTextContent('BBBB: The invite code has been used');
  expect(api.of('revokeInviteCode')).toHaveLength(2);
});

import { describe, expect, it } from '@jest/globals';
import { endpoints, operationIds, type Endpoint } from '@gpulease/contract/endpoints';
import { auditActionOf, auditSubject } from './operation-audit.ts';

/** What identity writes down itself, and what changes nothing that counts. */
const others = [
  ...['register', 'login', 'loginByPhone', 'logout', 'adminLogin', 'adminLogout', 'changePassword'],
  ...['changePhone', 'setUserStatus', 'createInviteCodes', 'changeAdminPassword'],
  ...['sendSmsCode', 'updateMe', 'createSshKey', 'deleteSshKey', 'createQuote', 'checkRecharge'],
  'paySandboxPayment',
];

describe('the audit', () => {
  it('has every operation that changes something', () => {
    const changing = operationIds.filter((id) => (endpoints[id] as Endpoint).method !== 'GET');
    const missing = changing.filter((id) => auditActionOf(id) === undefined && !others.includes(id));
    expect(missing).toEqual([]);
  });

  it.each([
    ['a workload of the caller', { name: 'a' }, { name: 'a', user: 'ada' }, 'ada/a'],
    ["an operator's, by its owner", { user: 'ada', name: 'a' }, { name: 'a', user: 'ada' }, 'ada/a'],
    ['a new one', undefined, { name: 'a', user: 'ada' }, 'ada/a'],
    ['a recharge', { id: 'r1' }, { id: 'r1', status: 'CLOSED' }, 'r1'],
    ['a new recharge', undefined, { id: 'r1' }, 'r1'],
  ])('names %s', (_, params, answer, subject) => {
    expect(auditSubject(params, answer, 'admin')).toBe(subject);
  });
});

import { expect, it } from '@jest/globals';
import type { AuditAction } from '@gpulease/contract/enums';
import { subjectPath } from './audit-subject.ts';

it.each<[string, AuditAction, string | null, string | undefined]>([
  ['a user’s page', 'SET_USER_STATUS', 'alice', '/admin/users/edit/alice'],
  ['a machine’s page', 'STOP_WORKLOAD', 'alice/box', '/admin/workloads/alice/box'],
  [
    'the page of an object in the catalogue',
    'CHANGE_RESOURCE',
    'vm-images/rocky-9',
    '/admin/vm-images/rocky-9',
  ],
  ['a recovered machine in the list of machines', 'RECOVER', 'u-4711/box', '/admin/workloads?search=box'],
  ['a node in the list of nodes', 'SET_RESOURCE_STATUS', 'nodes/gpu-1', '/admin/nodes?search=gpu-1'],
  [
    'a revoked invite code in the list of codes',
    'REVOKE_INVITE_CODE',
    '7K2M',
    '/admin/invite-code?search=7K2M',
  ],
  ['no page for a deleted object', 'DELETE_RESOURCE', 'skus/old', undefined],
  ['no page for a payment', 'REFUND', '4711', undefined],
  ['no page without a subject', 'LOGIN', null, undefined],
])('links to %s', (_, action, subject, path) => {
  expect(subjectPath({ action, subject })).toBe(path);
});

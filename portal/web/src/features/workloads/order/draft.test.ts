import { beforeEach, expect, it } from '@jest/globals';
import { keepDraft, keptDraft } from './draft.ts';
import { emptyOrder } from './order.ts';

const order = { ...emptyOrder, name: 'train', authorizedKeys: ['ssh-ed25519 AAAA'] };

beforeEach(() => sessionStorage.clear());

it("keeps a user's order across a reload", () => {
  keepDraft('demo', order);
  expect(keptDraft('demo')).toEqual(order);
});

it('gives another user an empty order, and drops the first draft', () => {
  keepDraft('demo', order);
  expect(keptDraft('another')).toEqual(emptyOrder);
  expect(keptDraft('demo')).toEqual(emptyOrder);
});

it('is empty if the stored draft cannot be read', () => {
  sessionStorage.setItem('workload-draft', '{');
  expect(keptDraft('demo')).toEqual(emptyOrder);
});

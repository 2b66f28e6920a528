import { beforeEach, expect, it } from '@jest/globals';
import { keepDraft, keptDraft } from './draft.ts';
import { emptyOrder } from './order.ts';

const order = { ...emptyOrder, name: 'train', authorizedKeys: ['ssh-ed25519 AAAA'] };

beforeEach(() => sessionStorage.clear());

it('keeps the order of a user over a reload', () => {
  keepDraft('demo', order);
  expect(keptDraft('demo')).toEqual(order);
});

it('gives another user an empty order, and the former nothing back afterwards', () => {
  keepDraft('demo', order);
  expect(keptDraft('another')).toEqual(emptyOrder);
  expect(keptDraft('demo')).toEqual(emptyOrder);
});

it('is empty when what was kept cannot be read', () => {
  sessionStorage.setItem('workload-draft', '{');
  expect(keptDraft('demo')).toEqual(emptyOrder);
});

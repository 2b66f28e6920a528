import { describe, expect, it } from '@jest/globals';
import { pageOf } from '../testing/fake-api.ts';
import { aWorkload } from '../testing/samples.ts';
import { keepNewer } from './versions.ts';

const at = (resourceVersion: string, change: object = {}) => ({ ...aWorkload, resourceVersion, ...change });
const event = at('20', { status: 'STOPPING' });

describe('for a workload that an event has changed', () => {
  it.each([
    ['discards an older poll', at('9', { status: 'RUNNING' }), event],
    ['takes a newer answer', at('100', { status: 'STOPPED' }), at('100', { status: 'STOPPED' })],
    ['takes the same version with a newer cost', at('20', { cost: null }), at('20', { cost: null })],
    ['takes its destruction, whatever the archived version', at('9', { status: 'DESTROYED' }), undefined],
    ['takes a namesake created later', at('9', { uid: 'another' }), undefined],
  ])('%s', (_, come, kept) => {
    expect(keepNewer(event, come)).toEqual(kept ?? come);
  });

  it('discards an older poll after its destruction', () => {
    const end = at('9', { status: 'DESTROYED' });
    expect(keepNewer(end, event)).toEqual(end);
  });
});

it('treats each item of a list alike, and adds and removes items as the list does', () => {
  const other = at('1', { uid: 'other', name: 'other' });
  const kept = keepNewer(pageOf([event]), pageOf([at('9'), other]));
  expect(kept).toEqual(pageOf([event, other]));
});

it('keeps the identity of objects that did not change', () => {
  const page = pageOf([event]);
  expect(keepNewer(page, JSON.parse(JSON.stringify(page)))).toBe(page);
});

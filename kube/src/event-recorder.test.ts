import { describe, expect, it } from '@jest/globals';
import { buildEvent } from './event-recorder.ts';

const by = {
  controller: 'gpulease.dev/operator',
  instance: 'operator-1',
  now: new Date('2026-05-01T08:00:00.123Z'),
};
const machine = {
  apiVersion: 'gpulease.dev/v1alpha1',
  kind: 'Workload',
  metadata: { name: 'train', namespace: 'u-1', uid: 'uid-1', resourceVersion: '5' },
};
const placed = { type: 'Normal', reason: 'Placed', action: 'Place', note: 'It runs on gpu-1.' } as const;

describe('an event', () => {
  it('names the object, the occurrence and the reporter', () => {
    expect(buildEvent(machine, placed, by)).toMatchObject({
      metadata: { namespace: 'u-1' },
      eventTime: '2026-05-01T08:00:00.123000Z',
      reportingController: 'gpulease.dev/operator',
      reportingInstance: 'operator-1',
      regarding: { kind: 'Workload', namespace: 'u-1', name: 'train', uid: 'uid-1' },
      ...placed,
    });
  });

  it('contains the parameters of its note', () => {
    const { metadata } = buildEvent(machine, { ...placed, parameters: { why: 'a fan' } }, by);
    expect(metadata.annotations).toEqual({ 'gpulease.dev/parameters': '{"why":"a fan"}' });
  });

  it('contains the message for readers who must not see the whole note', () => {
    const { metadata } = buildEvent(machine, { ...placed, message: 'It runs.' }, by);
    expect(metadata.annotations).toEqual({ 'gpulease.dev/message': 'It runs.' });
  });

  it('has no annotations without parameters and message', () => {
    expect(buildEvent(machine, placed, by).metadata).not.toHaveProperty('annotations');
  });

  it('has the same name for the same occurrence, and another name otherwise', () => {
    const nameOf = (object: typeof machine, fields: typeof placed): string =>
      buildEvent(object, fields, by).metadata.name;
    const name = nameOf(machine, placed);
    const later = { ...machine, metadata: { ...machine.metadata, resourceVersion: '9' } };
    const namesake = { ...machine, metadata: { ...machine.metadata, uid: 'uid-2' } };
    expect(name).toMatch(/^train\.[0-9a-f]{16}$/);
    expect(nameOf(later, placed)).toBe(name);
    expect(nameOf(namesake, placed)).not.toBe(name);
    expect(buildEvent(machine, { ...placed, note: 'It runs on gpu-2.' }, by).metadata.name).not.toBe(name);
  });

  it('of an object without a namespace goes to the default one', () => {
    const node = { ...machine, metadata: { name: 'gpu-1' } };
    expect(buildEvent(node, placed, by).metadata.namespace).toBe('default');
  });

  it('truncates a note that the API would reject', () => {
    expect(buildEvent(machine, { ...placed, note: 'x'.repeat(2000) }, by).note).toHaveLength(1024);
  });
});

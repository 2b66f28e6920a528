import { describe, expect, it } from '@jest/globals';
import { childName, macAddress, webServiceName } from './names.ts';

const DNS_LABEL = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/;

describe('childName', () => {
  it.each([
    ['a plain name', 'train', /^train-[0-9a-f]{8}$/],
    ['dots become hyphens', 'my.train.v2', /^my-train-v2-/],
    ['a leading digit is not allowed in a Service name', '3d-render', /^w-3d-render-/],
    ['a long name is cut', 'x'.repeat(63), /^x{54}-/],
    ['a cut at a hyphen leaves no double hyphen', `${'x'.repeat(53)}-yyyyyyyyy`, /^x{53}-[0-9a-f]{8}$/],
  ])('%s', (_, name, expected) => {
    const child = childName({ name, uid: 'uid-1' });
    expect(child).toMatch(expected);
    expect(child).toMatch(DNS_LABEL);
  });

  it('differs between successive workloads of the same name', () => {
    expect(childName({ name: 'train', uid: 'uid-1' })).not.toBe(childName({ name: 'train', uid: 'uid-2' }));
  });

  it('differs between names that become the same label', () => {
    expect(childName({ name: 'a.b', uid: 'uid-1' })).not.toBe(childName({ name: 'a-b', uid: 'uid-2' }));
  });
});

describe('webServiceName', () => {
  it.each([
    ['a short name', 'train'],
    ['the longest name', 'x'.repeat(63)],
    ['a cut at a hyphen', `${'x'.repeat(48)}-${'y'.repeat(10)}`],
  ])('%s', (_, name) => {
    const service = webServiceName(childName({ name, uid: 'uid-1' }));
    expect(service).toMatch(DNS_LABEL);
    expect(service).not.toBe(webServiceName(childName({ name, uid: 'uid-2' })));
  });
});

describe('macAddress', () => {
  it('is a locally administered unicast address that stays the same', () => {
    expect(macAddress('uid-1')).toMatch(/^02(:[0-9a-f]{2}){5}$/);
    expect(macAddress('uid-1')).toBe(macAddress('uid-1'));
    expect(macAddress('uid-1')).not.toBe(macAddress('uid-2'));
  });
});

import { describe, expect, it } from '@jest/globals';
import { buildArguments, isNewEnough } from './build.ts';

describe('whether a Go can build the control plane', () => {
  it.each([
    ['the oldest that can', 'go1.26.0\n', true],
    ['a newer one', 'go1.27.3', true],
    ['a release candidate of a newer one', 'go1.28rc1', true],
    ['an older one', 'go1.25.9', false],
    ['something that is no version', 'devel', false],
  ])('%s', (_, version, expected) => {
    expect(isNewEnough(version)).toBe(expected);
  });
});

it('gives a built program the version that its official build has', () => {
  const flags = buildArguments('kube-apiserver', '/cache/.unfinished').join(' ');
  expect(flags).toContain('-X k8s.io/component-base/version.gitVersion=v1.36.3');
  expect(flags).toContain('-X k8s.io/component-base/version.gitMinor=36');
  expect(flags).toMatch(/-o \/cache\/\.unfinished k8s\.io\/kubernetes\/cmd\/kube-apiserver$/);
});

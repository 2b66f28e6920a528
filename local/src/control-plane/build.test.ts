import { describe, expect, it } from '@jest/globals';
import { buildArguments, isNewEnough } from './build.ts';

describe('whether a Go version can build the control plane', () => {
  it.each([
    ['the oldest supported version', 'go1.26.0\n', true],
    ['a newer version', 'go1.27.3', true],
    ['a release candidate of a newer version', 'go1.28rc1', true],
    ['an older version', 'go1.25.9', false],
    ['not a version number', 'devel', false],
  ])('%s', (_, version, expected) => {
    expect(isNewEnough(version)).toBe(expected);
  });
});

it('stamps a built program with the version of the official build', () => {
  const flags = buildArguments('kube-apiserver', '/cache/.unfinished').join(' ');
  expect(flags).toContain('-X k8s.io/component-base/version.gitVersion=v1.36.3');
  expect(flags).toContain('-X k8s.io/component-base/version.gitMinor=36');
  expect(flags).toMatch(/-o \/cache\/\.unfinished k8s\.io\/kubernetes\/cmd\/kube-apiserver$/);
});

import { expect, it } from '@jest/globals';
import { whyNot, type Machine } from './requirements.ts';

const fit: Machine = {
  platform: 'linux',
  isRoot: true,
  has: () => true,
  hasPlugins: true,
  canSeparate: true,
};

it.each<[string, Partial<Machine>, RegExp | undefined]>([
  ['a machine that has everything', {}, undefined],
  ['another system', { platform: 'darwin' }, /^this is darwin, and a node needs Linux\.$/],
  ['a user who is not root', { isRoot: false }, /^only root can run a node: sudo make test-node\.$/],
  [
    'a machine without packages',
    { has: (program) => !['ctr', 'ipset'].includes(program), hasPlugins: false },
    /install --no-install-recommends containerd ipset containernetworking-plugins\.$/,
  ],
  ['a container without privileges', { canSeparate: false }, /^root may not make namespaces here/],
])('explains in a sentence why a node cannot run: %s', (_, machine, sentence) => {
  const said = whyNot({ ...fit, ...machine });
  if (sentence === undefined) expect(said).toBeUndefined();
  else expect(said).toMatch(sentence);
});

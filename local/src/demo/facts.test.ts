import { expect, it } from '@jest/globals';
import { describe as describeDemo } from './facts.ts';

it.each([
  ['/home/ada/.gpulease/kubeconfig', 'KUBECONFIG=/home/ada/.gpulease/kubeconfig'],
  ["/home/ada's/g p/kubeconfig", String.raw`KUBECONFIG='/home/ada'\''s/g p/kubeconfig'`],
])('prints the kubeconfig %s as a line that a shell accepts', (kubeconfig, line) => {
  const account = { username: 'ada', password: 'secret' };
  const facts = { url: 'http://127.0.0.1:1', opsUrl: '', kubeconfig, demo: account, admin: account };
  expect(describeDemo(facts, 'CODE')).toContain(`export ${line}\n`);
});

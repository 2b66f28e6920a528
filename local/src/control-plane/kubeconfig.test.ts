import { expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { renderKubeconfig } from './kubeconfig.ts';

const common = { server: 'https://127.0.0.1:6443', authority: 'CA', user: 'operator' };

it('connects one user to one cluster', () => {
  expect(
    parse(renderKubeconfig({ ...common, credentials: { tokenFile: '/tokens/operator' } })),
  ).toMatchObject({
    clusters: [{ cluster: { server: 'https://127.0.0.1:6443', 'certificate-authority-data': 'Q0E=' } }],
    users: [{ name: 'operator', user: { tokenFile: '/tokens/operator' } }],
    contexts: [{ name: 'gpulease-local', context: { cluster: 'gpulease-local', user: 'operator' } }],
    'current-context': 'gpulease-local',
  });
});

it('carries a client certificate with its key', () => {
  const clientCertificate = { certificate: 'cert', key: 'key' };
  expect(parse(renderKubeconfig({ ...common, credentials: { clientCertificate } }))).toMatchObject({
    users: [{ user: { 'client-certificate-data': 'Y2VydA==', 'client-key-data': 'a2V5' } }],
  });
});

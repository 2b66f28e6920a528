import { describe, expect, it } from '@jest/globals';
import { managedBy } from './managed-by.ts';

const of = (metadata: object) => managedBy({ name: 'a100', ...metadata });

describe('an object', () => {
  it.each([
    [
      'Argo CD, by its annotation',
      { annotations: { 'argocd.argoproj.io/tracking-id': 'catalogue:gpulease.dev/SKU:/a100' } },
      { tool: 'ARGO_CD', name: 'catalogue' },
    ],
    [
      'Flux, by the label of its Kustomization',
      { labels: { 'kustomize.toolkit.fluxcd.io/name': 'catalogue' } },
      { tool: 'FLUX', name: 'catalogue' },
    ],
    [
      'Flux, by the label of its HelmRelease',
      { labels: { 'helm.toolkit.fluxcd.io/name': 'release' } },
      { tool: 'FLUX', name: 'release' },
    ],
    [
      'Argo CD, by the fields that it applied',
      { managedFields: [{ manager: 'argocd-controller' }] },
      { tool: 'ARGO_CD', name: 'argocd-controller' },
    ],
  ])('is managed by %s', (_, metadata, expected) => {
    expect(of(metadata)).toEqual(expected);
  });

  it.each([
    ['was applied with kubectl', { managedFields: [{ manager: 'kubectl' }] }],
    ['has a common release label', { labels: { 'app.kubernetes.io/instance': 'catalogue' } }],
    [
      'had its status updated by a tool',
      { managedFields: [{ manager: 'helm-controller', subresource: 'status' }] },
    ],
  ])('is not managed if it %s', (_, metadata) => {
    expect(of(metadata)).toBeNull();
  });
});

/** Detects objects that a GitOps tool syncs from Git, and whose changes it would revert. Pure. */
import type { GitOpsTool } from '@gpulease/contract/enums';
import type { ObjectMeta } from '@gpulease/crds';

/** The labels and annotations by which tools mark objects; the value is the name of the application. */
const marks: readonly (readonly [key: string, tool: GitOpsTool])[] = [
  ['argocd.argoproj.io/tracking-id', 'ARGO_CD'],
  ['argocd.argoproj.io/instance', 'ARGO_CD'],
  ['kustomize.toolkit.fluxcd.io/name', 'FLUX'],
  ['helm.toolkit.fluxcd.io/name', 'FLUX'],
];

/** Argo CD can also mark objects with a common release label, which proves nothing; its field managers do. */
const fieldManagers: Readonly<Record<string, GitOpsTool>> = {
  'argocd-controller': 'ARGO_CD',
  'argocd-application-controller': 'ARGO_CD',
  'kustomize-controller': 'FLUX',
  'helm-controller': 'FLUX',
};

/**
 * Returns the tool that manages an object, by marks or field managers, and the name of its application, or of its field
 * manager if the object has no mark; null if no tool does.
 */
export function managedBy({ labels, annotations, managedFields = [] }: ObjectMeta) {
  const marked = { ...labels, ...annotations };
  for (const [key, tool] of marks) {
    const value = marked[key];
    if (value !== undefined) return { tool, name: value.split(':', 1)[0] ?? value };
  }
  for (const { manager = '', subresource = '' } of managedFields) {
    const tool = fieldManagers[manager];
    if (tool && subresource === '') return { tool, name: manager };
  }
  return null;
}

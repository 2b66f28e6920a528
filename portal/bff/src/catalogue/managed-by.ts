/** Whether a tool keeps an object as Git has it, so that a change made here would be taken back. Pure. */
import type { GitOpsTool } from '@gpulease/contract/enums';
import type { ObjectMeta } from '@gpulease/crds';

/** The label or annotation with which each tool marks its objects; the value is the name of its application. */
const marks: readonly (readonly [key: string, tool: GitOpsTool])[] = [
  ['argocd.argoproj.io/tracking-id', 'ARGO_CD'],
  ['argocd.argoproj.io/instance', 'ARGO_CD'],
  ['kustomize.toolkit.fluxcd.io/name', 'FLUX'],
  ['helm.toolkit.fluxcd.io/name', 'FLUX'],
];

/** Argo CD may also mark with the label of any release, which proves nothing; the fields it applied do. */
const fieldManagers: Readonly<Record<string, GitOpsTool>> = {
  'argocd-controller': 'ARGO_CD',
  'argocd-application-controller': 'ARGO_CD',
  'kustomize-controller': 'FLUX',
  'helm-controller': 'FLUX',
};

/**
 * The tool that manages an object, by its marks or by who applied its fields, and what it calls its application, or its
 * field manager where the object does not say.
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

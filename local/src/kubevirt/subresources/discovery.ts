export const subresourceGroup = 'subresources.kubevirt.io';
export const subresourceVersion = 'v1';

const groupVersion = `${subresourceGroup}/${subresourceVersion}`;
const version = { groupVersion, version: subresourceVersion };

const actions = ['virtualmachines/start', 'virtualmachines/stop', 'virtualmachines/restart'];
export const cancelEvacuationPath = 'evacuate/cancel';
const cancels = [`virtualmachineinstances/${cancelEvacuationPath}`];
const streams = ['virtualmachineinstances/console', 'virtualmachineinstances/vnc'];

/** What a GET of this path tells about the API; undefined when the path is none of discovery. */
export function discover(path: string): object | undefined {
  return documents[path.replace(/\/$/, '')];
}

const group = { name: subresourceGroup, versions: [version], preferredVersion: version };

const documents: Readonly<Record<string, object>> = {
  '/apis': { kind: 'APIGroupList', apiVersion: 'v1', groups: [group] },
  [`/apis/${subresourceGroup}`]: { kind: 'APIGroup', apiVersion: 'v1', ...group },
  [`/apis/${groupVersion}`]: {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion,
    resources: [
      ...actions.map((name) => ({
        name,
        singularName: '',
        namespaced: true,
        kind: 'VirtualMachine',
        verbs: ['update'],
      })),
      ...cancels.map((name) => ({
        name,
        singularName: '',
        namespaced: true,
        kind: 'VirtualMachineInstance',
        verbs: ['update'],
      })),
      ...streams.map((name) => ({
        name,
        singularName: '',
        namespaced: true,
        kind: 'VirtualMachineInstance',
        verbs: ['get'],
      })),
    ],
  },
};

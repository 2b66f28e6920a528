export const subresourceGroup = 'subresources.kubevirt.io';
export const subresourceVersion = 'v1';

const groupVersion = `${subresourceGroup}/${subresourceVersion}`;
const version = { groupVersion, version: subresourceVersion };

export const cancelEvacuationPath = 'evacuate/cancel';

/** Returns the discovery document at this path, if any. */
export function discover(path: string): object | undefined {
  return documents[path.replace(/\/$/, '')];
}

const group = { name: subresourceGroup, versions: [version], preferredVersion: version };

function subresource(kind: string, name: string, verb: string): object {
  const path = `${kind.toLowerCase()}s/${name}`;
  return { name: path, singularName: '', namespaced: true, kind, verbs: [verb] };
}

const documents: Readonly<Record<string, object>> = {
  '/apis': { kind: 'APIGroupList', apiVersion: 'v1', groups: [group] },
  [`/apis/${subresourceGroup}`]: { kind: 'APIGroup', apiVersion: 'v1', ...group },
  [`/apis/${groupVersion}`]: {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion,
    resources: [
      ...['start', 'stop', 'restart'].map((name) => subresource('VirtualMachine', name, 'update')),
      subresource('VirtualMachineInstance', cancelEvacuationPath, 'update'),
      ...['console', 'vnc'].map((name) => subresource('VirtualMachineInstance', name, 'get')),
    ],
  },
};

const prefix = `/apis/${groupVersion}/namespaces/`;

export interface SubresourcePath {
  namespace: string;
  kind: string;
  name: string;
  subresource: string;
}

/** Parses `…/namespaces/NAMESPACE/KIND/NAME/SUBRESOURCE`. Returns empty parts for other paths. */
export function parsePath(pathname: string): SubresourcePath {
  const parts = pathname.startsWith(prefix)
    ? pathname.slice(prefix.length).split('/').map(decodeURIComponent)
    : [];
  const [namespace = '', kind = '', name = '', ...rest] = parts;
  return { namespace, kind, name, subresource: rest.join('/') };
}

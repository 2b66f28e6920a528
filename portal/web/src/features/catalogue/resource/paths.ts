import type { ManagedItem, Area, ResourceKind } from './resource-kind.ts';

export function listPath(area: Area): string {
  return `/admin/${area}`;
}

export function createPath(area: Area): string {
  return `/admin/${area}/create`;
}

export function editPath(area: Area, name: string): string {
  return `/admin/${area}/edit/${encodeURIComponent(name)}`;
}

export function detailsPath(kind: ResourceKind, item: ManagedItem): string {
  return kind.detailsPath?.(item) ?? `/admin/${kind.area}/${encodeURIComponent(item.name)}`;
}

import type { OperationId } from '@gpulease/contract/endpoints';
import { onOffer } from '../features/offers/on-offer.ts';

/** A read that a page's first view needs. */
export interface FirstRead {
  readonly operation: OperationId;
  readonly input?: { readonly query: Readonly<Record<string, unknown>> };
}

const everywhere: readonly FirstRead[] = [{ operation: 'getConfig' }, { operation: 'getSession' }];
const ofOperators: readonly FirstRead[] = [...everywhere, { operation: 'getAdminSession' }];
const ofHome: readonly FirstRead[] = [
  ...everywhere,
  { operation: 'listCatalogueSkus', input: onOffer.skus },
  { operation: 'listCatalogueRegions', input: onOffer.regions },
];

/** Returns the reads for the first view of a page. The server uses them to render it, the browser to load it. */
export function firstReads(path: string): readonly FirstRead[] {
  if (path === '/') return ofHome;
  return path.startsWith('/admin/') ? ofOperators : everywhere;
}

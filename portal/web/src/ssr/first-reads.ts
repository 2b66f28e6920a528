import type { OperationId } from '@gpulease/contract/endpoints';
import { onOffer } from '../features/offers/on-offer.ts';

/** A read that a page's first sight needs. */
export interface FirstRead {
  readonly operation: OperationId;
  readonly input?: { readonly query: Readonly<Record<string, unknown>> };
}

const everywhere: readonly FirstRead[] = [{ operation: 'getConfig' }, { operation: 'getSession' }];
const ofOperators: readonly FirstRead[] = [...everywhere, { operation: 'getAdminSession' }];
const ofHome: readonly FirstRead[] = [
  ...everywhere,
  { operation: 'listCatalogSkus', input: onOffer.skus },
  { operation: 'listCatalogRegions', input: onOffer.regions },
];

/** What the page at a path shows at first: the server reads it to render the page, the browser before it shows it. */
export function firstReads(path: string): readonly FirstRead[] {
  if (path === '/') return ofHome;
  return path.startsWith('/admin/') ? ofOperators : everywhere;
}

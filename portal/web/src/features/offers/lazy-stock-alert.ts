import { lazyPart } from '../../ui/lazy-part.tsx';

/** Only needed if something is sold out. */
export const LazyStockAlert = lazyPart(async () => (await import('./stock-alert.tsx')).StockAlert, null);

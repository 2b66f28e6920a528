import { olderThan } from '../database/removal.ts';

export const stockRemovals = [olderThan('stock_alert', 'expires_at')];

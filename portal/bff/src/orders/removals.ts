import { DAY_MS } from '../clock.ts';
import { olderThan } from '../database/removal.ts';

export const orderRemovals = [olderThan('order_request', 'at', DAY_MS)];

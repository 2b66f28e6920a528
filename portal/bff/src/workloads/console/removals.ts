import { DAY_MS } from '../../clock.ts';
import { olderThan } from '../../database/removal.ts';

export const consoleRemovals = [
  olderThan('console_ticket', 'expires_at'),
  olderThan('console_session', 'renewed_at', DAY_MS),
];

/** Generates the web client's table of operations, a module without imports. */
import { routes, type Route } from './routes.ts';

/** Returns the text of `endpoint-table.ts`. */
export function endpointTableText(): string {
  return [
    '/** Generated from the operations by `npm run generate`. */',
    'export const endpointTable = {',
    ...Object.values<Route>(routes).map(line),
    '} as const;',
    '',
  ].join('\n');
}

function line({ operationId, method, path, console, idempotent }: Route): string {
  const once = idempotent ? `, idempotent: '${idempotent}'` : '';
  return `  ${operationId}: { method: '${method}', path: '${path}', console: '${console}'${once} },`;
}

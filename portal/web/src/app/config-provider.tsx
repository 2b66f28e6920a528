import type { ReactNode } from 'react';
import { ConfigContext } from '../api/config.ts';
import { useApi } from '../api/queries.ts';
import { Loaded } from '../ui/loaded.tsx';

/** Loads what must be known before anything is shown, and shows the spinner until then. */
export function ConfigProvider({ children }: { readonly children: ReactNode }) {
  const query = useApi('getConfig', undefined, { staleTime: Infinity });
  return (
    <Loaded query={query}>{(config) => <ConfigContext value={config}>{children}</ConfigContext>}</Loaded>
  );
}

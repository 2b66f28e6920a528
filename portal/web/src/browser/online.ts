import { useSyncExternalStore } from 'react';

export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

function subscribe(changed: () => void): () => void {
  const types = ['online', 'offline'] as const;
  for (const type of types) window.addEventListener(type, changed);
  return () => {
    for (const type of types) window.removeEventListener(type, changed);
  };
}

/** Calls back when another tab keeps something else under a key of local storage; until the returned function is called. */
export function onKeptElsewhere(kept: string, callback: () => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    if (key === kept) callback();
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}

/** Calls back when another tab changes a key of local storage, until the returned function is called. */
export function onStoredByOtherTab(wanted: string, callback: () => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    if (key === wanted) callback();
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}

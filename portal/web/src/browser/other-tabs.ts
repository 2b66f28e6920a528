/** Calls back when another tab changes a local storage key. Returns a function that unsubscribes. */
export function onStoredByOtherTab(wanted: string, callback: () => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    if (key === wanted) callback();
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}

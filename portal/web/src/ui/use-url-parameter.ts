import { useSearchParams, type NavigateOptions } from 'react-router-dom';

/** Returns a URL parameter and its setter, which by default replaces the history entry; undefined removes the parameter. */
export function useUrlParameter(name: string) {
  const [params, setParams] = useSearchParams();
  const set = (value: string | undefined, options: NavigateOptions = { replace: true }) =>
    setParams((current) => {
      if (value === undefined) current.delete(name);
      else current.set(name, value);
      return current;
    }, options);
  return [params.get(name) ?? undefined, set] as const;
}

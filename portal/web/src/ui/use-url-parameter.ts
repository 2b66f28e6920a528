import { useSearchParams, type NavigateOptions } from 'react-router-dom';

/** A parameter of the URL, and what sets it, by default without a step back in the history; undefined takes it away. */
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

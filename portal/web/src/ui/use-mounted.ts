import { useEffect, useRef, type RefObject } from 'react';
import { useNavigate } from 'react-router-dom';

export function useMounted(): RefObject<boolean> {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}

/** Goes to another page, unless the caller has been left meanwhile: a late answer pulls nobody off the page they moved to. */
export function useNavigateFromHere(): (path: string) => Promise<void> {
  const navigate = useNavigate();
  const isMounted = useMounted();
  return async (path) => {
    if (isMounted.current) await navigate(path);
  };
}

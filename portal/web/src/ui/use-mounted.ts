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

/** Navigates unless the caller has unmounted, so that a late answer does not pull the user off another page. */
export function useNavigateFromHere(): (path: string) => Promise<void> {
  const navigate = useNavigate();
  const isMounted = useMounted();
  return async (path) => {
    if (isMounted.current) await navigate(path);
  };
}

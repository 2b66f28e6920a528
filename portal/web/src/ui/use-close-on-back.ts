import { useEffect } from 'react';
import { NavigationType, useBlocker } from 'react-router-dom';

/** Going back closes what is open above the page, and the page stays. */
export function useCloseOnBack(onClose: () => void, isOn: boolean): void {
  const blocker = useBlocker(({ historyAction }) => isOn && historyAction === NavigationType.Pop);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    blocker.reset();
    onClose();
  }, [blocker, onClose]);
}

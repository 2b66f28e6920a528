import { useNavigation } from 'react-router-dom';
import { LoadingLine } from '../ui/loading-line.tsx';

/** A thin moving line while the code of the next page is on its way. */
export function NavigationProgress() {
  return useNavigation().state === 'idle' ? null : <LoadingLine />;
}

import { useConfigIfLoaded } from '../api/config.ts';
import { SUPPORT_PATH } from './support-path.ts';

/** How texts name support; what is around it stays text. */
const NAMED = /(联系客服|contact support)/i;

/**
 * A text in which support, where it is named and can be reached, is the way to it. A plain link into a tab of its own: a form
 * keeps what was typed, and it works where the application itself is broken.
 */
export function SupportText({ children }: { readonly children: string }) {
  const isReachable = useConfigIfLoaded()?.support != null;
  const [before = '', named, ...after] = children.split(NAMED);
  if (!isReachable || named === undefined) return children;
  return (
    <>
      {before}
      <a href={SUPPORT_PATH} target="_blank" rel="noopener">
        {named}
      </a>
      {after.join('')}
    </>
  );
}

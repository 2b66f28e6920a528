import { useConfigIfLoaded } from '../api/config.ts';
import { SUPPORT_PATH } from './support-path.ts';

/** The words for support in a text. */
const NAMED = /(联系客服|contact support)/i;

/**
 * A text in which the words for support are a link, if there are contact details. It is a plain link into a new tab:
 * forms keep their input, and it works even if the application is broken.
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

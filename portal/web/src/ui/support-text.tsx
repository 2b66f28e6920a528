import { useConfigIfLoaded } from '../api/config.ts';

export const SUPPORT_PATH = '/support';

const NAMED = /(联系客服|contact support)/i;

/** Links the words for support, if contact details exist. A plain link to a new tab keeps forms and works if the application crashes. */
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

import type { Workload } from '@gpulease/contract/workloads';
import { Content } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { isGone } from '../workload.ts';

interface HttpAddressProps {
  readonly workload: Pick<Workload, 'status' | 'http' | 'httpHostUrl'>;
}

/** The address of a machine's web server; while the machine is off, its future name and a note. */
export function HttpAddress({ workload }: HttpAddressProps) {
  const { t } = useTranslation();
  const { http, httpHostUrl } = workload;
  if (httpHostUrl !== null) return <HttpLink url={httpHostUrl} />;
  if (isGone(workload)) return http?.host;
  return (
    <>
      {http?.host}
      <Content component="small">{t('workload.httpOff')}</Content>
    </>
  );
}

/** Other schemes than http and https stay plain text. */
function HttpLink({ url }: { readonly url: string }) {
  if (!/^https?:\/\//.test(url)) return url;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {url}
    </a>
  );
}

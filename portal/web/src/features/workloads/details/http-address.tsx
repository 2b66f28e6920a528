import type { Workload } from '@gpulease/contract/workloads';
import { Content } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { isGone } from '../workload.ts';

interface HttpAddressProps {
  readonly workload: Pick<Workload, 'status' | 'http' | 'httpHostUrl'>;
}

/** Where a machine's web server is reached; while it is not, the name it will have and that it is off. */
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

/** Anything but http and https stays plain text. */
function HttpLink({ url }: { readonly url: string }) {
  if (!/^https?:\/\//.test(url)) return url;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {url}
    </a>
  );
}

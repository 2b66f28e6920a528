import { useTranslation } from 'react-i18next';
import { useApi } from '../../api/queries.ts';
import { TextLink } from '../../ui/links.tsx';
import { PageNotice } from '../catalogue/nodes/page-notice.tsx';

const REFRESH_MS = 30_000;

/** How many reports of GPUs wait for an answer; nothing where none does. */
export function GpuReportsNotice() {
  const { t } = useTranslation();
  const query = { status: 'OPEN', pageSize: 1 } as const;
  const { data } = useApi('listAllGpuReports', { query }, { refetchInterval: REFRESH_MS });
  const count = data?.total ?? 0;
  if (count === 0) return null;
  return (
    <PageNotice
      variant="warning"
      title={t('gpuReport.open', { count })}
      actionLinks={<TextLink to="/admin/gpu-reports?status=OPEN">{t('gpuReport.show')}</TextLink>}
    />
  );
}

import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FixedField } from '../../../ui/form/fixed-field.tsx';
import { HttpHostField, type HttpHost } from '../settings/http-host-field.tsx';

interface ScheduledHostFieldProps {
  /** The domain of the region's hosts; null if it has none. */
  readonly domain: string | null;
  /** The proposed host name before the domain. */
  readonly name: string;
}

interface WithHttp {
  http: HttpHost | null;
}

/** The host name that an operator gives a machine, or the explicit choice of none. */
export function ScheduledHostField({ domain, name }: ScheduledHostFieldProps) {
  const { t } = useTranslation();
  const { watch, setValue } = useFormContext<WithHttp>();
  if (domain === null) return <FixedField label={t('workload.httpHostUrl')} value={t('order.noHttp')} />;
  return (
    <HttpHostField
      label={t('workload.httpHostUrl')}
      domain={domain}
      name={name}
      isOn={watch('http') !== null}
      onChange={(http) => setValue('http', http ?? null)}
    />
  );
}

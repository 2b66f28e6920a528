import { Checkbox, Grid, GridItem } from '@patternfly/react-core';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FixedField } from '../../../ui/form/fixed-field.tsx';
import { PortField, TextField } from '../../../ui/form/inputs.tsx';

const HTTP_PORT = 80;

interface HttpHostFieldProps {
  /** What hosts of the region end with; null where it serves none. */
  readonly domain: string | null;
  /** What is proposed before the domain. */
  readonly name: string;
}

interface WithHttp {
  http: { host: string; targetPort: number } | null;
}

/** The host name under which the machine's web server is reached, or the deliberate choice of none. */
export function HttpHostField({ domain, name }: HttpHostFieldProps) {
  const { t } = useTranslation();
  const { watch, setValue } = useFormContext<WithHttp>();
  const isOn = watch('http') !== null;
  if (domain === null) return <FixedField label={t('workload.httpHostUrl')} value={t('order.noHttp')} />;
  return (
    <>
      <Checkbox
        id="schedule-http"
        label={t('order.http')}
        description={t('order.httpHelp', { domain })}
        isChecked={isOn}
        onChange={(_, on) =>
          setValue('http', on ? { host: `${name}.${domain}`, targetPort: HTTP_PORT } : null)
        }
      />
      {isOn && (
        <Grid hasGutter>
          <GridItem sm={8}>
            <TextField isRequired name="http.host" label={t('workload.httpHostUrl')} autoComplete="off" />
          </GridItem>
          <GridItem sm={4}>
            <PortField isRequired name="http.targetPort" label={t('port.targetPort')} />
          </GridItem>
        </Grid>
      )}
    </>
  );
}

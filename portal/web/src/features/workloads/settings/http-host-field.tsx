import type { Workload } from '@gpulease/contract/workloads';
import { Checkbox, Grid, GridItem } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import type { FieldProps } from '../../../ui/form/field.tsx';
import { PortField, TextField } from '../../../ui/form/inputs.tsx';

const HTTP_PORT = 80;

export type HttpHost = NonNullable<Workload['http']>;

export function proposedHost(name: string, domain: string): HttpHost {
  return { host: `${name}.${domain}`, targetPort: HTTP_PORT };
}

interface HttpHostFieldProps {
  readonly label: string;
  /** The domain of all hosts in the region. */
  readonly domain: string;
  /** The proposed label before the domain. */
  readonly name: string;
  readonly isOn: boolean;
  /** Receives the proposed host, or undefined for none. */
  readonly onChange: (http: HttpHost | undefined) => void;
}

/** A form's `http`: the optional host name of a machine's web server. */
export function HttpHostField({ label, domain, name, isOn, onChange }: HttpHostFieldProps) {
  const { t } = useTranslation();
  return (
    <>
      <Checkbox
        id="http"
        label={t('order.http')}
        description={t('order.httpHelp', { domain })}
        isChecked={isOn}
        onChange={(_, on) => onChange(on ? proposedHost(name, domain) : undefined)}
      />
      {isOn && <HttpHostInputs label={label} />}
    </>
  );
}

/** A form's `http`: the host name and the machine's port that serves it. */
export function HttpHostInputs({ label, help }: Pick<FieldProps, 'label' | 'help'>) {
  const { t } = useTranslation();
  return (
    <Grid hasGutter>
      <GridItem sm={8}>
        <TextField isRequired name="http.host" label={label} help={help} autoComplete="off" />
      </GridItem>
      <GridItem sm={4}>
        <PortField isRequired name="http.targetPort" label={t('port.targetPort')} />
      </GridItem>
    </Grid>
  );
}

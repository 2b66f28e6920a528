import { Checkbox, Content, Grid, GridItem } from '@patternfly/react-core';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { PortField, TextField } from '../../../ui/form/inputs.tsx';
import { PortsField } from '../../../workloads/ports-field.tsx';
import type { Catalogue, OrderInput } from './order.ts';
import { Section } from './section.tsx';

const HTTP_PORT = 80;

/** What the world can reach besides SSH. */
export function NetworkSection({ regions }: Catalogue) {
  const { t } = useTranslation();
  const form = useFormContext<OrderInput>();
  const domain = regions.find(({ name }) => name === form.watch('region'))?.httpDomain;
  return (
    <Section title={t('order.section.network')}>
      <Content component="p">{t('order.sshIncluded')}</Content>
      <PortsField help={t('order.portsHelp')} />
      {domain ? <HttpHost domain={domain} /> : <Content component="p">{t('order.noHttp')}</Content>}
    </Section>
  );
}

function HttpHost({ domain }: { readonly domain: string }) {
  const { t } = useTranslation();
  const form = useFormContext<OrderInput>();
  const isOn = form.watch('http') !== undefined;
  const toggle = (on: boolean) =>
    form.setValue(
      'http',
      on ? { host: `${form.getValues('name') || 'app'}.${domain}`, targetPort: HTTP_PORT } : undefined,
    );
  return (
    <>
      <Checkbox
        id="http"
        label={t('order.http')}
        description={t('order.httpHelp', { domain })}
        isChecked={isOn}
        onChange={(_, on) => toggle(on)}
      />
      {isOn && (
        <Grid hasGutter>
          <GridItem sm={8}>
            <TextField isRequired name="http.host" label={t('workload.httpHost')} autoComplete="off" />
          </GridItem>
          <GridItem sm={4}>
            <PortField isRequired name="http.targetPort" label={t('port.targetPort')} />
          </GridItem>
        </Grid>
      )}
    </>
  );
}

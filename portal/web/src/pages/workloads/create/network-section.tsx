import { portProtocols } from '@gpulease/contract/enums';
import { Button, Checkbox, Content, FormGroup, Grid, GridItem } from '@patternfly/react-core';
import { MinusCircleIcon, PlusCircleIcon } from '@patternfly/react-icons';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FieldHelp, useFieldMessage } from '../../../ui/form/field.tsx';
import { PortField, SelectField, TextField } from '../../../ui/form/inputs.tsx';
import { freePort, type Catalogue, type OrderInput } from './order.ts';
import { Section } from './section.tsx';

const MOST_PORTS = 16;
const HTTP_PORT = 80;

/** What the world can reach besides SSH. */
export function NetworkSection({ regions }: Catalogue) {
  const { t } = useTranslation();
  const form = useFormContext<OrderInput>();
  const domain = regions.find(({ name }) => name === form.watch('region'))?.httpDomain;
  return (
    <Section title={t('order.section.network')}>
      <Content component="p">{t('order.sshIncluded')}</Content>
      <Ports />
      {domain ? <HttpHost domain={domain} /> : <Content component="p">{t('order.noHttp')}</Content>}
    </Section>
  );
}

function Ports() {
  const { t } = useTranslation();
  const { getValues, formState } = useFormContext<OrderInput>();
  const { fields, append, remove } = useFieldArray<OrderInput, 'ports'>({ name: 'ports' });
  const problem = formState.errors.ports?.root?.message;
  const message = useFieldMessage(problem);
  return (
    <FormGroup role="group" fieldId="ports" label={t('workload.ports')}>
      <Content component="p">{t('order.portsHelp')}</Content>
      {fields.map((field, index) => (
        <Grid hasGutter key={field.id}>
          <GridItem sm={3}>
            <SelectField
              name={`ports.${index}.protocol`}
              label={t('port.protocol')}
              options={portProtocols.map((value) => ({ value, label: value }))}
            />
          </GridItem>
          <GridItem sm={4}>
            <PortField isRequired name={`ports.${index}.port`} label={t('port.wished')} />
          </GridItem>
          <GridItem sm={3}>
            <PortField isRequired name={`ports.${index}.targetPort`} label={t('port.targetPort')} />
          </GridItem>
          <GridItem sm={2}>
            <Button
              variant="plain"
              icon={<MinusCircleIcon />}
              aria-label={t('port.remove', { number: index + 1 })}
              onClick={() => remove(index)}
            />
          </GridItem>
        </Grid>
      ))}
      <div>
        <Button
          variant="link"
          isInline
          icon={<PlusCircleIcon />}
          isDisabled={fields.length >= MOST_PORTS}
          onClick={() => {
            const port = freePort(getValues('ports'));
            append({ protocol: 'TCP', port, targetPort: port });
          }}
        >
          {t('port.add')}
        </Button>
      </div>
      <FieldHelp id="ports-help" error={problem && message} help={undefined} />
    </FormGroup>
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

import { portProtocols } from '@gpulease/contract/enums';
import type { WorkloadCreation } from '@gpulease/contract/workloads';
import { Button, Content, FormGroup, Grid, GridItem } from '@patternfly/react-core';
import { MinusCircleIcon, PlusCircleIcon } from '@patternfly/react-icons';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { optionsOf } from '../../../ui/form/options.ts';
import { FieldHelp } from '../../../ui/form/field-help.tsx';
import { useFieldMessage } from '../../../ui/form/field.tsx';
import { PortField, SelectField } from '../../../ui/form/inputs.tsx';

const MOST_PORTS = 16;

interface PortsFieldProps {
  readonly help: string;
  readonly isTitled?: boolean;
}

/** A form's `ports`: the public ports, as rows to add and remove. */
export function PortsField({ help, isTitled = false }: PortsFieldProps) {
  const { t } = useTranslation();
  const { getValues, formState } = useFormContext<Pick<WorkloadCreation, 'ports'>>();
  const { fields, append, remove } = useFieldArray<Pick<WorkloadCreation, 'ports'>, 'ports'>({
    name: 'ports',
  });
  const problem = formState.errors.ports?.root?.message;
  const message = useFieldMessage(problem);
  return (
    <FormGroup
      role="group"
      fieldId="ports"
      {...(isTitled ? { 'aria-label': t('workload.ports') } : { label: t('workload.ports') })}
    >
      <Content component="p">{help}</Content>
      {fields.map((field, index) => (
        <Grid hasGutter key={field.id}>
          <GridItem sm={3}>
            <SelectField
              name={`ports.${index}.protocol`}
              label={t('port.protocol')}
              options={optionsOf(portProtocols, (value) => value)}
            />
          </GridItem>
          <GridItem sm={4}>
            <PortField isRequired name={`ports.${index}.port`} label={t('port.wished')} />
          </GridItem>
          <GridItem sm={3}>
            <PortField isRequired name={`ports.${index}.targetPort`} label={t('port.targetPort')} />
          </GridItem>
          <GridItem sm={2} className="gpulease-row-button">
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

/** Jupyter's port, which most customers open first. */
const FIRST_PORT = 8888;

/** The next port that no row uses, public or private. */
export function freePort(ports: WorkloadCreation['ports'] = []): number {
  const taken = new Set(ports.flatMap(({ port, targetPort }) => [port, targetPort]));
  let port = FIRST_PORT;
  while (taken.has(port)) port += 1;
  return port;
}

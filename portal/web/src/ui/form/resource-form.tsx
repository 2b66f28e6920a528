import type { ErrorCode } from '@gpulease/contract/errors';
import { ActionGroup, Button, Form, type ButtonProps } from '@patternfly/react-core';
import { use, useEffect, useId, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import {
  FormProvider,
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
} from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { asFailure, type Failure } from '../../api/failure.ts';
import { FailureAlert } from '../errors/failure-alert.tsx';
import { DialogFooter } from '../dialog-footer.ts';
import { useToasts } from '../toasts.tsx';
import { useMounted } from '../use-mounted.ts';
import { present } from './present.ts';

/** A schema of the contract, or a function that loads it after the form is shown. */
type Schema<In, Out> = z.ZodType<Out, In> | (() => Promise<z.ZodType<Out, In>>);

async function loadCheck<In extends FieldValues, Out>(schema: Schema<In, Out>) {
  const [{ checkBy }, loaded] = await Promise.all([
    import('./schema-check.ts'),
    typeof schema === 'function' ? schema() : schema,
  ]);
  return checkBy(loaded);
}

/**
 * Validates fields against a contract schema on blur (or as `mode` sets) and on each later change. `toBody` omits hidden fields.
 * The validator loads while the user fills in the form; if it fails to load, only the server validates.
 */
export function useResourceForm<In extends FieldValues, Out>(
  schema: Schema<In, Out>,
  defaultValues: DefaultValues<In>,
  toBody: (values: In) => In = (values) => values,
  mode: 'onTouched' | 'onSubmit' = 'onTouched',
): UseFormReturn<In, unknown, Out> {
  useEffect(() => void loadCheck(schema).catch(() => undefined), [schema]);
  return useForm<In, unknown, Out>({
    resolver: async (values, context, options) => {
      const body = toBody(present(values));
      const check = await loadCheck(schema).catch(() => undefined);
      return check ? check(body, context, options) : { values: body as unknown as Out, errors: {} };
    },
    defaultValues,
    mode,
  });
}

type FieldsOfCodes = Partial<Record<ErrorCode, string>>;

export interface ResourceFormProps<In extends FieldValues, Out> {
  readonly form: UseFormReturn<In, unknown, Out>;
  /** Submits the values. Errors appear at the fields they name, else above the form, or as a toast if the form was left. */
  readonly onSubmit: (values: Out) => Promise<unknown>;
  readonly submitLabel: string;
  readonly submitProps?: Pick<ButtonProps, 'isBlock' | 'variant'>;
  readonly onCancel?: () => void;
  /** The headline of a failure, such as that the sign-in failed; defaults to the failure's own text. */
  readonly failureTitle?: string;
  /** Error code → field to blame, such as for a taken name. */
  readonly fieldsOfCodes?: FieldsOfCodes;
  /** Called with each failure before it is shown. */
  readonly onFailure?: (failure: Failure) => void;
  readonly children: ReactNode;
}

/** The form component of the product. In a dialog, its buttons go in the footer. */
export function ResourceForm<In extends FieldValues, Out>(props: ResourceFormProps<In, Out>) {
  const { form, onSubmit, onFailure, failureTitle, fieldsOfCodes = {}, children } = props;
  const id = useId();
  const [failure, setFailure] = useState<Failure>();
  const toasts = useToasts();
  const isMounted = useMounted();
  const submit = form.handleSubmit(async (values) => {
    setFailure(undefined);
    try {
      await onSubmit(values);
    } catch (error) {
      if (!isMounted.current) return toasts.failure(error, failureTitle);
      const thrown = asFailure(error);
      onFailure?.(thrown);
      if (!showAtFields(form, thrown, fieldsOfCodes)) setFailure(thrown);
    }
  });
  return (
    <FormProvider {...form}>
      <Form id={id} noValidate isWidthLimited onSubmit={(event) => void submit(event)}>
        {failure && <FailureAlert failure={failure} title={failureTitle} />}
        {children}
        <FormActions>
          <Buttons {...props} id={id} isSubmitting={form.formState.isSubmitting} />
        </FormActions>
      </Form>
    </FormProvider>
  );
}

/** Renders buttons below the form, or in the footer of a surrounding dialog. */
export function FormActions({ children }: { readonly children: ReactNode }) {
  const footer = use(DialogFooter);
  if (footer === undefined) return <ActionGroup>{children}</ActionGroup>;
  return footer && createPortal(children, footer);
}

type ButtonTexts = Pick<ResourceFormProps<FieldValues, unknown>, 'submitLabel' | 'submitProps' | 'onCancel'>;

interface ButtonsProps extends ButtonTexts {
  /** The id of the form to submit. */
  readonly id: string;
  readonly isSubmitting: boolean;
}

function Buttons({ id, isSubmitting, submitLabel, submitProps, onCancel }: ButtonsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Button
        type="submit"
        form={id}
        variant="primary"
        {...submitProps}
        isLoading={isSubmitting}
        isDisabled={isSubmitting}
        spinnerAriaLabel={t('common.loading')}
        spinnerAriaValueText={t('common.loading')}
      >
        {submitLabel}
      </Button>
      {onCancel && (
        <Button variant="link" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      )}
    </>
  );
}

/** Shows the server's refusals at their fields. Returns false if no field of the form is to blame. */
function showAtFields<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  failure: Failure,
  fieldsOfCodes: FieldsOfCodes,
): boolean {
  const values = form.getValues();
  const blamed = fieldsOfCodes[failure.code];
  const refused = blamed
    ? { [blamed]: failure.details.reason ?? failure.code }
    : (failure.details.fields ?? {});
  const fields = Object.entries(refused).filter(([name]) => Object.hasOwn(values, name.split('.')[0] ?? ''));
  for (const [name, message] of fields) form.setError(name as Path<In>, { type: 'server', message });
  const [first] = fields;
  if (first) form.setFocus(first[0] as Path<In>);
  return fields.length > 0;
}

import { PageSection } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useParams } from 'react-router-dom';
import { useApi } from '../../../api/queries.ts';
import { useWords } from '../../../i18n/words.ts';
import { NotFoundPage } from '../../../ui/errors/error-pages.tsx';
import { DetailsHeader } from '../../../ui/details-header.tsx';
import { TextField } from '../../../ui/form/inputs.tsx';
import { ResourceForm, useResourceForm } from '../../../ui/form/resource-form.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { useGuardedEdits } from '../../../ui/navigation-guard.tsx';
import { useNavigateFromHere } from '../../../ui/use-mounted.ts';
import { asOperation, type AnyInput } from '../../../api/any-operation.ts';
import { ManagedNotice } from './labels.tsx';
import { StaleForm } from '../../../ui/form/stale-form.tsx';
import { latestValueIn, LatestValues } from '../../../ui/form/latest-value.tsx';
import { useMergedSave } from '../../../ui/form/use-save.ts';
import {
  detailsPath,
  listOf,
  listPath,
  namesOf,
  type ItemProps,
  type KindProps,
  type ManagedItem,
  type ResourceKind,
} from './resource-kind.ts';
import { bodyOf, valuesOf } from './values.ts';

export function ResourceCreatePage({ kind }: KindProps) {
  const { t } = useWords();
  const names = namesOf(t, kind.area);
  const form = useKindForm(kind, kind.creation, { name: '', ...kind.initial });
  const create = useAction(asOperation(kind.operations.create), {
    refreshes: [kind.operations.list],
    done: t('catalogue.created', names),
  });
  return (
    <FormPage
      kind={kind}
      form={form}
      title={t('catalogue.create', names)}
      submitLabel={t('catalogue.create', names)}
      failureTitle={t('catalogue.createFailed', names)}
      save={(body) => create.run({ body } as unknown as AnyInput)}
    >
      <TextField
        isRequired
        name="name"
        label={t('common.name')}
        help={t('catalogue.nameHelp')}
        autoComplete="off"
      />
      <kind.Fields isNew />
    </FormPage>
  );
}

export function ResourceEditPage({ kind }: KindProps) {
  const { name = '' } = useParams();
  const { t } = useWords();
  const query = useApi(kind.operations.get, { params: { name } });
  return (
    <Loaded
      query={query}
      missing={<NotFoundPage list={listOf(kind, t)} wasThere={query.data !== undefined} />}
    >
      {(item) =>
        item.managedBy ? (
          <>
            <DetailsHeader
              list={listOf(kind, t)}
              title={t('catalogue.editOf', { ...namesOf(t, kind.area), name })}
            />
            <PageSection hasBodyWrapper={false}>
              <ManagedNotice item={item} />
            </PageSection>
          </>
        ) : (
          <EditForm key={name} kind={kind} item={item} refetch={query.refetch} />
        )
      }
    </Loaded>
  );
}

interface EditFormProps extends ItemProps {
  readonly refetch: () => Promise<{ readonly data: ManagedItem | undefined }>;
}

function EditForm({ kind, item, refetch }: EditFormProps) {
  const { t } = useWords();
  const names = namesOf(t, kind.area);
  const form = useKindForm(kind, kind.change, valuesOf(kind, item));
  const edited = { item, refetch, valuesOf: (present: ManagedItem) => valuesOf(kind, present) };
  const { isOvertaken, latest, save } = useMergedSave(edited, form);
  const update = useAction(asOperation(kind.operations.update), {
    refreshes: [kind.operations.list, kind.operations.get],
    done: t('catalogue.updated', names),
  });
  return (
    <FormPage
      kind={kind}
      form={form}
      title={t('catalogue.editOf', { ...names, name: item.name })}
      submitLabel={t('common.save')}
      failureTitle={t('catalogue.updateFailed', names)}
      save={(body) =>
        save<ManagedItem>((ifMatch) => update.run({ params: { name: item.name }, body, ifMatch } as AnyInput))
      }
    >
      {isOvertaken && <StaleForm title={t('catalogue.overtaken')} />}
      <LatestValues value={latestValueIn(latest)}>
        <kind.Fields isNew={false} />
      </LatestValues>
    </FormPage>
  );
}

/** A form that validates its values in the shape of the request body. */
function useKindForm(kind: ResourceKind, schema: ResourceKind['creation'], values: FieldValues) {
  const names = Object.keys(schema.shape);
  return useResourceForm<FieldValues, FieldValues>(schema, values, (present) => bodyOf(kind, names, present));
}

interface FormPageProps extends KindProps {
  readonly form: UseFormReturn<FieldValues, unknown, FieldValues>;
  readonly title: string;
  readonly submitLabel: string;
  readonly failureTitle: string;
  /** Saves and returns the object; undefined if the user must review a merge first. */
  readonly save: (body: FieldValues) => Promise<ManagedItem | undefined>;
  readonly children: ReactNode;
}

function FormPage({ kind, form, title, submitLabel, failureTitle, save, children }: FormPageProps) {
  const { t } = useWords();
  const navigate = useNavigateFromHere();
  const release = useGuardedEdits(form.formState.isDirty);
  return (
    <>
      <DetailsHeader list={listOf(kind, t)} title={title} />
      <PageSection hasBodyWrapper={false}>
        <ResourceForm
          form={form}
          submitLabel={submitLabel}
          failureTitle={failureTitle}
          fieldsOfCodes={{ NAME_TAKEN: 'name' }}
          onCancel={() => void navigate(listPath(kind.area))}
          onSubmit={async (body) => {
            const saved = await save(body);
            if (!saved) return;
            release();
            await navigate(detailsPath(kind, saved));
          }}
        >
          {children}
        </ResourceForm>
      </PageSection>
    </>
  );
}

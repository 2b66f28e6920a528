/** Describes a catalogue kind. Its list, forms and details page are built from the description. */
import type { AdminSku } from '@gpulease/contract/catalogue';
import type { OperationId } from '@gpulease/contract/endpoints';
import type { TFunction } from 'i18next';
import type { ComponentType, ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod';
import type { FilterName, ItemOf, ListOperation, SortName } from '../../../api/lists.ts';
import type { Words } from '../../../i18n/words.ts';
import type { Column } from '../../../ui/table/column.ts';
import type { Filter } from '../../../ui/table/filter-input.tsx';
import type { UrlTab } from '../../../ui/url-tabs.tsx';
import type { UsedBy } from './used-by.tsx';

export type ManagedItem = Pick<
  AdminSku,
  'name' | 'etag' | 'managedBy' | 'deleting' | 'condition' | 'conditions' | 'createdAt' | 'updatedAt'
> & {
  readonly status?: string;
};

export type Area = 'regions' | 'nodes' | 'gpus' | 'skus' | 'vm-images' | 'pricing-policies';

/** The operations of a kind by its name in the contract, such as `Sku`. */
export function operationsOf<const One extends string, const List extends string>(one: One, list: List) {
  return {
    list,
    get: `get${one}`,
    create: `create${one}`,
    update: `update${one}`,
    remove: `delete${one}`,
  } as const;
}

type OperationsOf<One extends string, List extends string> = ReturnType<typeof operationsOf<One, List>>;

/** A property of an object: a column of the list and a line on the details page. */
interface Property<Item, Sort extends string = string> extends Column<Item, Sort> {
  readonly isDetail?: boolean;
}

export function detail<T>(key: string, title: string, render: Column<T>['render']): Property<T, never> {
  return { key, title, isDetail: true, render };
}

interface StatusSwitch<Sort extends string> {
  readonly look: 'activity' | 'node' | 'image';
  readonly statuses: readonly string[];
  readonly operation: OperationId;
  readonly sortBy?: Sort;
  readonly dialogs?: Readonly<Record<string, ComponentType<StatusDialogProps>>>;
  /** Enables bulk switches in the list. Maps a switch to its dialog if it needs more than a confirmation. */
  readonly ofSeveral?: Readonly<Partial<Record<Toggle, ComponentType<BulkSwitchProps>>>>;
}

/** Switches by the label of their button: `maintained` ends maintenance. */
export type Toggle = 'active' | 'inactive' | 'maintenance' | 'maintained';

export interface KindProps {
  readonly kind: ResourceKind;
}

export interface ItemProps extends KindProps {
  readonly item: ManagedItem;
}

export interface StatusDialogProps extends ItemProps {
  readonly onClose: () => void;
}

export interface BulkSwitchProps {
  readonly title: string;
  /** The action or, while busy, the progress. */
  readonly confirmLabel: string;
  readonly items: readonly ManagedItem[];
  readonly isBusy: boolean;
  readonly isDanger: boolean;
  readonly before: ReactNode;
  /** Switches the items one by one. `more` holds the request's fields other than the status. */
  readonly onSwitch: (more: object) => Promise<void>;
  /** Closes the dialog or, while busy, stops before the next item. */
  readonly onClose: () => void;
}

export interface ResourceDescription<
  One extends string,
  List extends ListOperation,
  Item extends ManagedItem,
> {
  readonly area: Area;
  readonly operations: OperationsOf<One, List>;
  readonly creation: z.ZodObject;
  readonly change: z.ZodObject;
  readonly status?: StatusSwitch<SortName<List>>;
  readonly properties: (words: Words) => readonly Property<Item, SortName<List>>[];
  readonly filters: (words: Words) => readonly Filter<FilterName<List>>[];
  /** The inputs, except for the name. */
  readonly Fields: ComponentType<{ readonly isNew: boolean }>;
  /** The values of an empty form, named as in the contract's create operation. */
  readonly initial: FieldValues;
  /** Form values that differ from the object's fields. */
  readonly toValues?: (item: Item) => FieldValues;
  /** The values to send, without hidden fields. */
  readonly toBody?: (values: FieldValues) => FieldValues;
  readonly detailsPath?: (item: Item) => string;
  readonly Notice?: ComponentType<{ readonly item: Item }>;
  readonly Summary?: ComponentType<{ readonly item: Item }>;
  readonly ListNotice?: ComponentType;
  readonly tabs?: (item: Item, words: Words) => readonly UrlTab[];
  readonly usedBy: readonly UsedBy[];
}

/** Any kind. The contract's types are checked where a kind is defined. */
export type ResourceKind = Omit<
  ResourceDescription<string, 'listSkus', ManagedItem>,
  'operations' | 'properties' | 'filters' | 'Notice' | 'Summary'
> & {
  readonly Summary?: ComponentType<{ readonly item: ManagedItem }>;
  readonly Notice?: ComponentType<{ readonly item: ManagedItem }>;
  readonly operations: OperationsOf<'Sku', 'listSkus'>;
  readonly properties: (words: Words) => readonly Property<ManagedItem, never>[];
  readonly filters: (words: Words) => readonly Filter<never>[];
};

/** Defines a kind. Its operations determine the names of properties, filters and sort orders. */
export function defineResource<const One extends string, List extends ListOperation>(
  kind: ResourceDescription<One, List, ItemOf<List> & ManagedItem>,
): ResourceKind {
  return kind as unknown as ResourceKind;
}

export const listPath = (area: Area) => `/admin/${area}`;

export const createPath = (area: Area) => `/admin/${area}/create`;

export const editPath = (area: Area, name: string) => `/admin/${area}/edit/${encodeURIComponent(name)}`;

export function detailsPath(kind: ResourceKind, item: ManagedItem): string {
  return kind.detailsPath?.(item) ?? `/admin/${kind.area}/${encodeURIComponent(item.name)}`;
}

export function listOf({ area }: Pick<ResourceKind, 'area'>, t: TFunction) {
  return { title: t(`navigation.admin.${area}`), path: listPath(area) };
}

/** The names of a kind: at the start of a sentence, within one, and plural. */
export function namesOf(t: TFunction, area: Area) {
  return {
    Kind: t(`catalogue.kind.${area}`),
    kind: t(`catalogue.inSentence.${area}`),
    kinds: t(`catalogue.plural.${area}`),
  };
}

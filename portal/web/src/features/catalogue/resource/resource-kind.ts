/** What is told of each kind of the catalogue once; list, create, edit and details pages come from it. */
import type { AdminSku } from '@gpulease/contract/catalog';
import type { OperationId } from '@gpulease/contract/endpoints';
import type { TFunction } from 'i18next';
import type { ComponentType } from 'react';
import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod';
import type { FilterName, ItemOf, ListOperation, SortName } from '../../../api/lists.ts';
import type { Formatter } from '../../../i18n/format.ts';
import type { Column } from '../../../ui/table/column.ts';
import type { Filter } from '../../../ui/table/filter-input.tsx';
import type { UrlTab } from '../../../ui/url-tabs.tsx';
import type { UsedBy } from './used-by.tsx';

/** What every object of the catalogue tells operators. */
export type ManagedItem = Pick<
  AdminSku,
  'name' | 'etag' | 'managedBy' | 'deleting' | 'condition' | 'conditions' | 'createdAt' | 'updatedAt'
> & {
  readonly status?: string;
};

/** The texts and formats of the language shown now. */
export interface Words {
  readonly t: TFunction;
  readonly format: Formatter;
}

export type Area = 'regions' | 'nodes' | 'gpus' | 'skus' | 'vm-images' | 'pricing-policies';

interface OperationsOf<One extends string, List extends string> {
  readonly list: List;
  readonly get: `get${One}`;
  readonly create: `create${One}`;
  readonly update: `update${One}`;
  readonly remove: `delete${One}`;
}

/** A property of an object: a column of the list and a line of the details. */
interface Property<Item, Sort extends string = string> extends Column<Item, Sort> {
  /** Shown on the details page only. */
  readonly isDetail?: boolean;
}

/** The switch of a kind that has one: how states look, and which there are. */
interface StatusSwitch {
  readonly look: 'activity' | 'node' | 'image';
  readonly statuses: readonly string[];
  readonly operation: OperationId;
  /** What else a state asks for, in the form of a dialog. */
  readonly dialogs?: Readonly<Record<string, ComponentType<StatusDialogProps>>>;
}

export interface StatusDialogProps {
  readonly kind: ResourceKind;
  readonly item: ManagedItem;
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
  readonly status?: StatusSwitch;
  readonly properties: (words: Words) => readonly Property<Item, SortName<List>>[];
  readonly filters: (words: Words) => readonly Filter<FilterName<List>>[];
  /** The inputs, but for the name. */
  readonly Fields: ComponentType<{ readonly isNew: boolean }>;
  /** The values of an empty form; their names are those of the contract's creation. */
  readonly initial: FieldValues;
  /** What a form shows in other words than the object has it. */
  readonly toValues?: (item: Item) => FieldValues;
  /** What is sent of the values: without what is hidden. */
  readonly toBody?: (values: FieldValues) => FieldValues;
  /** Where the details of an object are, if not below the list by its name. */
  readonly detailsPath?: (item: Item) => string;
  /** What needs an operator at the top of an object's page. */
  readonly Notice?: ComponentType<{ readonly item: Item }>;
  /** What needs an operator above the list. */
  readonly ListNotice?: ComponentType;
  readonly tabs?: (item: Item, words: Words) => readonly UrlTab[];
  readonly usedBy: readonly UsedBy[];
}

/** A kind whatever its operations; the contract's types hold where it is defined. */
export type ResourceKind = Omit<
  ResourceDescription<string, 'listSkus', ManagedItem>,
  'operations' | 'properties' | 'filters' | 'Notice'
> & {
  readonly Notice?: ComponentType<{ readonly item: ManagedItem }>;
  readonly operations: OperationsOf<'Sku', 'listSkus'>;
  readonly properties: (words: Words) => readonly Property<ManagedItem, never>[];
  readonly filters: (words: Words) => readonly Filter<never>[];
};

/** Describes a kind; the operations decide what its properties, filters and sorts are called. */
export function defineResource<const One extends string, List extends ListOperation>(
  kind: ResourceDescription<One, List, ItemOf<List> & ManagedItem>,
): ResourceKind {
  return kind as unknown as ResourceKind;
}

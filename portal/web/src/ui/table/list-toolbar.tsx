import type { OperationId } from '@gpulease/contract/endpoints';
import { Button, Toolbar, ToolbarContent, ToolbarItem, ToolbarToggleGroup } from '@patternfly/react-core';
import { DownloadIcon, FilterIcon } from '@patternfly/react-icons';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { csvPath } from '../../api/client.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { useAriaLabel } from '../use-aria-label.ts';
import { ActiveFilters } from './active-filters.tsx';
import { FilterInput, type Filter } from './filter-input.tsx';
import { ListPagination } from './list-pagination.tsx';
import type { ListControls } from './list-state.ts';

interface Csv {
  readonly operation: OperationId;
  readonly input: object;
}

interface ListToolbarProps {
  readonly filters: readonly Filter[];
  readonly state: ListControls;
  readonly total: number;
  readonly csv?: Csv | undefined;
  readonly bulk?: ReactNode;
  readonly columns?: ReactNode;
  readonly shown: readonly string[];
}

export function ListToolbar({ filters, state, total, csv, bulk, columns, shown }: ListToolbarProps) {
  const { t } = useTranslation();
  const toolbar = useRef<HTMLDivElement>(null);
  useAriaLabel(toolbar, '.pf-v6-c-toolbar__toggle button', t('table.filters'));
  return (
    <div ref={toolbar}>
      <Toolbar inset={{ default: 'insetNone' }}>
        <ToolbarContent>
          {bulk}
          {filters.length > 0 && (
            <ToolbarToggleGroup
              variant="filter-group"
              breakpoint="xl"
              // Unlike other groups, the toggle group has no rowWrap.
              className="pf-m-wrap"
              toggleIcon={<FilterIcon />}
            >
              <FilterInputs filters={filters} state={state} />
            </ToolbarToggleGroup>
          )}
          {columns && <ToolbarItem>{columns}</ToolbarItem>}
          {csv && (
            <ToolbarItem>
              <CsvButton {...csv} columns={shown} />
            </ToolbarItem>
          )}
          <ToolbarItem variant="pagination" align={{ default: 'alignEnd' }}>
            <ListPagination state={state} total={total} variant="top" />
          </ToolbarItem>
        </ToolbarContent>
        <ActiveFilters filters={filters} state={state} />
      </Toolbar>
    </div>
  );
}

/** The filters. Rare ones appear on request, active ones always. */
function FilterInputs({ filters, state }: Pick<ListToolbarProps, 'filters' | 'state'>) {
  const { t } = useTranslation();
  const [isWhole, setWhole] = useState(false);
  const isShown = ({ name, isRare = false }: Filter) =>
    isWhole || !isRare || state.filters[name] !== undefined;
  return (
    <>
      {filters.filter(isShown).map((filter) => (
        <ToolbarItem key={filter.name}>
          <FilterInput
            filter={filter}
            value={state.filters[filter.name] ?? ''}
            onChange={(value) => state.setFilter(filter.name, value)}
          />
        </ToolbarItem>
      ))}
      {filters.some(({ isRare }) => isRare) && (
        <ToolbarItem>
          <Button variant="link" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {t(isWhole ? 'table.fewerFilters' : 'table.moreFilters')}
          </Button>
        </ToolbarItem>
      )}
    </>
  );
}

/** A plain link: the browser shows the download and its progress. */
function CsvButton({ operation, input, columns }: Csv & { readonly columns: readonly string[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <Button
      component="a"
      variant="secondary"
      icon={<DownloadIcon />}
      href={csvPath(operation, input, { language, columns })}
      download
    >
      {t('table.csv')}
    </Button>
  );
}

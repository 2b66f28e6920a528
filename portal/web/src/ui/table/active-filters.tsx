import '@patternfly/react-styles/css/components/Label/label.css';
import '@patternfly/react-styles/css/components/Label/label-group.css';
import { Button, ToolbarContent, ToolbarItem } from '@patternfly/react-core';
import { RhMicronsCloseIcon } from '@patternfly/react-icons';
import { type Formatter } from '../../i18n/format.ts';
import { useWords } from '../../i18n/words.ts';
import { isDay } from '../dates/typed.ts';
import type { Filter } from './filter-input.tsx';
import type { ListControls } from './list-state.ts';

interface ActiveFiltersProps {
  readonly filters: readonly Filter[];
  readonly state: ListControls;
}

/** The active filters. PatternFly's labels measure themselves, which would force a layout of the whole list on each key press. */
export function ActiveFilters({ filters, state }: ActiveFiltersProps) {
  const { t, format } = useWords();
  const active = filters.filter(({ name }) => state.filters[name] !== undefined);
  if (active.length === 0) return null;
  return (
    <ToolbarContent>
      <ToolbarItem>
        <div className="pf-v6-c-label-group">
          <div className="pf-v6-c-label-group__main">
            <ul role="list" aria-label={t('table.activeFilters')} className="pf-v6-c-label-group__list">
              {active.map((filter) => (
                <li key={filter.name} className="pf-v6-c-label-group__list-item">
                  <ActiveFilter
                    text={`${filter.label}: ${textOf(filter, state.filters[filter.name] ?? '', format)}`}
                    onClose={() => state.setFilter(filter.name, undefined)}
                  />
                </li>
              ))}
            </ul>
          </div>
        </div>
      </ToolbarItem>
      <ToolbarItem>
        <Button variant="link" isInline onClick={state.clearFilters}>
          {t('table.clearFilters')}
        </Button>
      </ToolbarItem>
    </ToolbarContent>
  );
}

function ActiveFilter({ text, onClose }: { readonly text: string; readonly onClose: () => void }) {
  const { t } = useWords();
  return (
    <span className="pf-v6-c-label pf-m-outline">
      <span className="pf-v6-c-label__content" title={text}>
        <span className="pf-v6-c-label__text">{text}</span>
      </span>
      <span className="pf-v6-c-label__actions">
        <Button
          variant="plain"
          hasNoPadding
          icon={<RhMicronsCloseIcon />}
          aria-label={t('table.removeFilter', { filter: text })}
          onClick={onClose}
        />
      </span>
    </span>
  );
}

function textOf(filter: Filter, value: string, format: Formatter): string {
  // The URL may contain anything.
  if (filter.kind === 'date' && isDay(value)) return format.day(value);
  if (filter.kind !== 'select') return value;
  const labelOf = (chosen: string) =>
    filter.options.find((option) => option.value === chosen)?.label ?? chosen;
  return format.list(value.split(',').map(labelOf));
}

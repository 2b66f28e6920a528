import { MOST_COUNTED } from '@gpulease/contract/endpoints';
import { Pagination } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { PAGE_SIZES, type ListControls } from './list-state.ts';

interface ListPaginationProps {
  readonly state: ListControls;
  readonly total: number;
  readonly variant: 'top' | 'bottom';
}

export function ListPagination({ state, total, variant }: ListPaginationProps) {
  const { t } = useTranslation();
  return (
    <Pagination
      variant={variant}
      isCompact={variant === 'top'}
      itemCount={total}
      page={state.page}
      perPage={state.pageSize}
      perPageOptions={PAGE_SIZES.map((value) => ({
        value,
        title: t('pagination.perPage', { count: value }),
      }))}
      onSetPage={(_, page) => state.setPage(page)}
      onPerPageSelect={(_, pageSize) => state.setPageSize(pageSize)}
      toggleTemplate={({ firstIndex, lastIndex, itemCount = 0 }) => (
        <>{t('pagination.range', { first: firstIndex, last: lastIndex, total: counted(itemCount) })}</>
      )}
      titles={{
        items: '',
        page: t('pagination.page'),
        pages: t('pagination.pages'),
        ofWord: t('pagination.of'),
        perPageSuffix: '',
        itemsPerPage: t('pagination.itemsPerPage'),
        paginationAriaLabel: t(`pagination.${variant}`),
        currPageAriaLabel: t('pagination.current'),
        toFirstPageAriaLabel: t('pagination.first'),
        toPreviousPageAriaLabel: t('pagination.previous'),
        toNextPageAriaLabel: t('pagination.next'),
        toLastPageAriaLabel: t('pagination.last'),
      }}
    />
  );
}

/** Formats a total; the server counts rows only up to a limit: `10000+`. */
const counted = (total: number): string => (total > MOST_COUNTED ? `${MOST_COUNTED}+` : String(total));

import { Content, DescriptionList, PageSection, Stack, StackItem, Title } from '@patternfly/react-core';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { useApi } from '../../../api/queries.ts';
import { useWords } from '../../../i18n/words.ts';
import { useCatalogueCause } from '../causes.ts';
import { NotFoundPage } from '../../../ui/errors/error-pages.tsx';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import { ConditionsTable } from '../../../ui/conditions-table.tsx';
import { DetailsHeader } from '../../../ui/details-header.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { LinkButton } from '../../../ui/links.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { UrlTabs } from '../../../ui/url-tabs.tsx';
import { useNavigateFromHere } from '../../../ui/use-mounted.ts';
import { useConditionName } from '../../../ui/condition-name.ts';
import { ManagedNotice, NotReadyCause, ReadyLabel, StateLabels } from './labels.tsx';
import { useResourceActions } from './resource-actions.tsx';
import { detailsPath, editPath, listOf, listPath, type ItemProps, type KindProps } from './resource-kind.ts';
import { UsedByTable, usedByArea, usedByTitle } from './used-by.tsx';

export function ResourceDetailsPage({ kind }: KindProps) {
  const { name = '' } = useParams();
  const { pathname } = useLocation();
  const { t } = useWords();
  const query = useApi(kind.operations.get, { params: { name } });
  return (
    <Loaded
      query={query}
      missing={<NotFoundPage list={listOf(kind, t)} wasThere={query.data !== undefined} />}
    >
      {(item) => {
        const path = detailsPath(kind, item);
        // The path of a node contains its region, which may have changed.
        return path === pathname ? (
          <Details key={name} kind={kind} item={item} />
        ) : (
          <Navigate replace to={path} />
        );
      }}
    </Loaded>
  );
}

function Details({ kind, item }: ItemProps) {
  const words = useWords();
  const { t } = words;
  const navigate = useNavigateFromHere();
  const { area, usedBy } = kind;
  const { name } = item;
  const actions = useResourceActions(kind, () => void navigate(listPath(area)));
  return (
    <>
      <DetailsHeader
        list={listOf(kind, t)}
        title={name}
        status={<StateLabels kind={kind} item={item} />}
        actions={[
          !item.managedBy && (
            <LinkButton variant="secondary" to={editPath(area, name)}>
              {t('common.edit')}
            </LinkButton>
          ),
          !item.managedBy && (
            <ActionsMenu
              text={t('table.actions')}
              label={t('table.actionsOf', { name })}
              actions={actions.of(item)}
            />
          ),
        ]}
      />
      <UrlTabs
        label={name}
        tabs={[
          {
            key: 'overview',
            title: t('workload.tab.overview'),
            content: <Overview kind={kind} item={item} />,
          },
          ...(kind.tabs?.(item, words) ?? []),
          ...usedBy.map((uses) => ({
            key: usedByArea(uses),
            title: usedByTitle(uses, t),
            content: <UsedByTable uses={uses} name={name} />,
          })),
        ]}
      />
      {actions.dialog}
    </>
  );
}

function Overview({ kind, item }: ItemProps) {
  const words = useWords();
  const conditionName = useConditionName();
  const { t, format } = words;
  return (
    <PageSection hasBodyWrapper={false}>
      <Stack hasGutter>
        {item.managedBy && <ManagedNotice item={item} />}
        {kind.Notice && <kind.Notice item={item} />}
        {kind.Summary && <kind.Summary item={item} />}
        <DescriptionList columnModifier={{ default: '1Col', xl: '2Col' }}>
          {kind.properties(words).map(({ key, title, render }) => (
            <Fact key={key} term={title}>
              {render(item)}
            </Fact>
          ))}
          <Fact term={t('catalogue.ready')}>
            <ReadyLabel {...item.condition} />
            <NotReadyCause {...item.condition} />
          </Fact>
          <Fact term={t('common.createdAt')}>{format.dateTime(item.createdAt)}</Fact>
          <Fact term={t('catalogue.updatedAt')}>{format.dateTime(item.updatedAt)}</Fact>
        </DescriptionList>
        {item.conditions.length > 0 && (
          <StackItem>
            <Title headingLevel="h2" size="lg">
              {t('catalogue.conditions')}
            </Title>
            <ConditionsTable
              title={t('catalogue.conditions')}
              conditions={item.conditions}
              nameOf={conditionName}
              sayingOf={(condition) => <ConditionText {...condition} />}
            />
          </StackItem>
        )}
      </Stack>
    </PageSection>
  );
}

function ConditionText(condition: Omit<ItemProps['item']['conditions'][number], 'since'>) {
  const { text, detail } = useCatalogueCause()(condition);
  return (
    <>
      {text}
      {detail !== undefined && condition.status !== 'True' && (
        <Content component="small" lang="en">
          {detail}
        </Content>
      )}
    </>
  );
}

import type { Workload } from '@gpulease/contract/workloads';
import { CodeBlock, CodeBlockAction, CodeBlockCode, PageSection } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../ui/copyable.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { useInspection } from './use-inspection.ts';

export function YamlTab({ workload }: { readonly workload: Workload }) {
  const { t } = useTranslation();
  const query = useInspection(workload);
  return (
    <PageSection hasBodyWrapper={false}>
      <Loaded query={query}>
        {({ yaml }) => (
          <CodeBlock
            actions={
              <CodeBlockAction>
                <CopyButton text={yaml} label={t('workload.tab.yaml')} />
              </CodeBlockAction>
            }
          >
            <CodeBlockCode tabIndex={0} lang="en">
              {yaml}
            </CodeBlockCode>
          </CodeBlock>
        )}
      </Loaded>
    </PageSection>
  );
}

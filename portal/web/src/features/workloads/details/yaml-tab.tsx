import type { Workload } from '@gpulease/contract/workloads';
import { CodeBlock, CodeBlockAction, CodeBlockCode, PageSection } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../ui/copyable.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { useInspection } from './use-inspection.ts';

/** The custom resource of a machine, to be read and copied. */
export function YamlTab({ workload }: { readonly workload: Workload }) {
  const query = useInspection(workload);
  return (
    <PageSection hasBodyWrapper={false}>
      <Loaded query={query}>{({ yaml }) => <Yaml text={yaml} />}</Loaded>
    </PageSection>
  );
}

function Yaml({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  return (
    <CodeBlock
      actions={
        <CodeBlockAction>
          <CopyButton text={text} label={t('workload.tab.yaml')} />
        </CodeBlockAction>
      }
    >
      <CodeBlockCode tabIndex={0} lang="en">
        {text}
      </CodeBlockCode>
    </CodeBlock>
  );
}

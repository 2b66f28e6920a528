import type { Workload } from '@gpulease/contract/workloads';
import {
  ClipboardCopyButton,
  CodeBlock,
  CodeBlockAction,
  CodeBlockCode,
  PageSection,
} from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
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
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <CodeBlock
      actions={
        <CodeBlockAction>
          <ClipboardCopyButton
            id="copy-yaml"
            aria-label={t('copy.what', { label: t('workload.tab.yaml') })}
            variant="plain"
            onClick={() => void copy()}
            onTooltipHidden={() => setCopied(false)}
          >
            {isCopied ? t('copy.copied') : t('copy.copy')}
          </ClipboardCopyButton>
        </CodeBlockAction>
      }
    >
      <CodeBlockCode tabIndex={0} lang="en">
        {text}
      </CodeBlockCode>
    </CodeBlock>
  );
}

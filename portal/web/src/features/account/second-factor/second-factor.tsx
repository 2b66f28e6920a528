import type { SessionConsole } from '@gpulease/contract/enums';
import type { SecondFactor as State } from '@gpulease/contract/me';
import { Button, Content, Flex } from '@patternfly/react-core';
import { useState } from 'react';
import { useApi } from '../../../api/queries.ts';
import { useWords } from '../../../i18n/words.ts';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { secondFactorOperations } from './operations.ts';

const SetUpDialog = lazyDialog(async () => (await import('./set-up-dialog.tsx')).SetUpDialog);
const RenewDialog = lazyDialog(async () => (await import('./proof-dialogs.tsx')).RenewDialog);
const DisableDialog = lazyDialog(async () => (await import('./proof-dialogs.tsx')).DisableDialog);

type OpenDialog = 'set-up' | 'renew' | 'disable';

interface SecondFactorProps {
  readonly console: SessionConsole;
  /** Called once it is turned on and the recovery codes are saved. */
  readonly onTurnedOn?: () => void;
}

export function SecondFactor({ console, onTurnedOn }: SecondFactorProps) {
  const query = useApi(secondFactorOperations[console].get);
  // Held above the loaded state so that a dialog with recovery codes survives a change of that state.
  const [open, setOpen] = useState<OpenDialog>();
  const close = () => setOpen(undefined);
  const finish = () => {
    close();
    onTurnedOn?.();
  };
  return (
    <>
      <Loaded query={query}>
        {(state) =>
          state.enabledAt === null ? <Off {...{ state, setOpen }} /> : <On {...{ state, setOpen }} />
        }
      </Loaded>
      {open === 'set-up' && <SetUpDialog console={console} onClose={close} onTurnedOn={finish} />}
      {open === 'renew' && <RenewDialog console={console} onClose={close} />}
      {open === 'disable' && <DisableDialog console={console} onClose={close} />}
    </>
  );
}

interface StateProps {
  readonly state: State;
  readonly setOpen: (dialog: OpenDialog) => void;
}

function Off({ state: { hasPassword }, setOpen }: StateProps) {
  const { t } = useWords();
  if (!hasPassword) return <Content component="p">{t('secondFactor.noPassword')}</Content>;
  return (
    <>
      <Content component="p">{t('secondFactor.lead')}</Content>
      <Button variant="secondary" onClick={() => setOpen('set-up')}>
        {t('secondFactor.turnOn')}
      </Button>
    </>
  );
}

function On({ state: { enabledAt, recoveryCodesLeft }, setOpen }: StateProps) {
  const { t, format } = useWords();
  return (
    <>
      <Content component="p">
        {t('secondFactor.isOn', { time: format.dateTime(enabledAt ?? '') })}
        <br />
        {t('secondFactor.codesLeft', { count: recoveryCodesLeft })}
      </Content>
      <Flex>
        <Button variant="secondary" onClick={() => setOpen('renew')}>
          {t('secondFactor.renew')}
        </Button>
        <Button variant="secondary" isDanger onClick={() => setOpen('disable')}>
          {t('secondFactor.turnOff')}
        </Button>
      </Flex>
    </>
  );
}

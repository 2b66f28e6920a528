import './console.css';
import type { ConsoleKind } from '@gpulease/contract/enums';
import type { Workload } from '@gpulease/contract/workloads';
import {
  ActionList,
  ActionListGroup,
  Button,
  PageSection,
  ToggleGroup,
  ToggleGroupItem,
} from '@patternfly/react-core';
import { ExpandIcon } from '@patternfly/react-icons';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import type { ScreenControls } from './connection.ts';
import type { WorkloadProps } from '../workload.ts';
import { useConsole } from './use-console.ts';

const screens = {
  SERIAL: lazyPart(async () => (await import('./serial-screen.tsx')).SerialScreen),
  VNC: lazyPart(async () => (await import('./vnc-screen.tsx')).VncScreen),
};

const kinds: readonly ConsoleKind[] = ['SERIAL', 'VNC'];

const WITH_CONSOLE: readonly Workload['status'][] = ['STARTING', 'RUNNING'];

export function WorkloadConsole({ console, workload }: WorkloadProps) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<ConsoleKind>(workload.rdpPort === null ? 'SERIAL' : 'VNC');
  const [reason, setReason] = useState('');
  if (!WITH_CONSOLE.includes(workload.status))
    return <Empty variant="sm" title={t('console.off')} body={t('console.offBody')} />;
  return (
    <PageSection hasBodyWrapper={false}>
      <ToggleGroup className="gpulease-screen__tools" aria-label={t('console.kind')}>
        {kinds.map((value) => (
          <ToggleGroupItem
            key={value}
            text={t(`console.kinds.${value}`)}
            buttonId={`console-${value}`}
            isSelected={kind === value}
            onChange={() => setKind(value)}
          />
        ))}
      </ToggleGroup>
      <OneConsole
        key={kind}
        console={console}
        workload={workload}
        kind={kind}
        reason={reason}
        onReason={setReason}
      />
    </PageSection>
  );
}

interface OneConsoleProps extends WorkloadProps {
  readonly kind: ConsoleKind;
  /** An operator's reason for opening the consoles, requested once per visit; empty until then. */
  readonly reason: string;
  readonly onReason: (reason: string) => void;
}

function OneConsole({ console, workload, kind, reason, onReason }: OneConsoleProps) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const state = useConsole(console, workload, kind);
  const screen = useRef<HTMLDivElement>(null);
  const { connect, ended, isTaken, isConnecting, open, close } = state;
  const { user, name } = workload;
  const isToAsk = console === 'admin' && reason === '';
  const Screen = screens[kind];
  return (
    <>
      {connect ? (
        <>
          <div className="gpulease-screen__tools">
            <ScreenToolbar
              controls={state.controls}
              onFullWindow={() => void screen.current?.requestFullscreen()}
              onClose={close}
            />
          </div>
          <div ref={screen} className="gpulease-screen">
            <Screen connect={connect} label={t(`console.kinds.${kind}`)} onReady={state.onReady} />
          </div>
        </>
      ) : (
        <Empty
          variant="sm"
          title={ended === undefined ? t(`console.kinds.${kind}`) : t(`console.ended.${ended}`)}
          body={<span role="status">{t(`console.about.${kind}`)}</span>}
          actions={
            <Button
              isLoading={isConnecting}
              isDisabled={isConnecting}
              spinnerAriaLabel={t('common.loading')}
              spinnerAriaValueText={t('common.loading')}
              onClick={() => (isToAsk ? setAsking(true) : void open(false, reason))}
            >
              {t(ended === undefined ? 'console.connect' : 'console.reconnect')}
            </Button>
          }
        />
      )}
      {isTaken && (
        <ConfirmDialog
          title={t('console.takeOver')}
          confirmLabel={t('console.takeOverAction')}
          isBusy={isConnecting}
          onConfirm={() => open(true, reason)}
          onClose={close}
        >
          {t('console.takeOverBody')}
        </ConfirmDialog>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('console.ask', { user, name })}
          confirmLabel={t('console.connect')}
          reasonHelp={t('explained.forUser')}
          onConfirm={(given) => {
            onReason(given);
            setAsking(false);
            return open(false, given);
          }}
          onClose={() => setAsking(false)}
        >
          {t('console.askBody', { user })}
        </ConfirmDialog>
      )}
    </>
  );
}

interface ScreenToolbarProps {
  readonly controls: ScreenControls | undefined;
  readonly onFullWindow: () => void;
  readonly onClose: () => void;
}

function ScreenToolbar({ controls, onFullWindow, onClose }: ScreenToolbarProps) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<string>();
  const paste = async () => {
    try {
      const missing = controls?.type(await navigator.clipboard.readText()) ?? 0;
      setProblem(missing > 0 ? t('console.pasteMissing', { count: missing }) : undefined);
    } catch {
      setProblem(t('console.pasteRefused'));
    }
  };
  return (
    <>
      <ActionList>
        <ActionListGroup>
          <ActionsMenu
            label={t('console.sendKeys')}
            text={t('console.sendKeys')}
            actions={(controls?.keys ?? []).map(({ title, press }) => ({
              key: title,
              title,
              onClick: press,
            }))}
          />
          <Button variant="secondary" isDisabled={!controls} onClick={() => void paste()}>
            {t('console.paste')}
          </Button>
          {/* iPhones allow only videos in full screen. */}
          {document.fullscreenEnabled && (
            <Button variant="secondary" icon={<ExpandIcon />} onClick={onFullWindow}>
              {t('console.fullWindow')}
            </Button>
          )}
          <Button variant="link" onClick={onClose}>
            {t('console.disconnect')}
          </Button>
        </ActionListGroup>
      </ActionList>
      {problem !== undefined && <p role="status">{problem}</p>}
    </>
  );
}

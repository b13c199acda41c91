import type { JSX } from 'preact';
import type { DialogCommand, DialogHeader } from '../../protocol/dialogPane.ts';
import { fill } from '../../protocol/format.ts';
import type { MessageKind } from '../../protocol/messageKinds.ts';
import { fullness } from '../../protocol/fullness.ts';
import { IconButton } from '../base/buttons.tsx';
import { Meter, When } from '../base/facts.tsx';
import type { MenuItem } from '../base/menu.tsx';
import { DamagedNotice, Notice } from '../base/notices.tsx';
import { PaneActions, PaneHeader } from '../base/paneHeader.tsx';
import { FilterMenu, FilterNote } from '../messages/filterMenu.tsx';
import { useDialogPane } from './dialogServices.ts';
import { Sparkline } from './sparkline.tsx';

interface DialogHeaderProps {
  readonly header: DialogHeader;
  readonly onFind: () => void;
  readonly kinds: readonly MessageKind[];
  readonly onFilter: (kinds: readonly MessageKind[]) => void;
}

/** Header: name of the dialog, its actions and figures. */
export function DialogHeaderView(props: DialogHeaderProps): JSX.Element {
  const { header } = props;
  return (
    <PaneHeader title={header.name} hasMessages={header.messages > 0} actions={<Actions {...props} />}>
      <div class="facts">
        <Counts header={header} />
        <Gauge header={header} />
        <Activity header={header} />
      </div>
      <FilterNote kinds={props.kinds} onFilter={props.onFilter} />
      <Notices header={header} />
    </PaneHeader>
  );
}

function Actions({ header, kinds, onFind, onFilter }: DialogHeaderProps): JSX.Element {
  const { strings, send } = useDialogPane();
  const item = (command: DialogCommand, label: string): MenuItem => ({
    label,
    run: () => send({ type: 'command', command }),
  });
  const { editable, pinned, backups } = header;
  return (
    <PaneActions
      label={strings.actions}
      main={item('continueDialog', strings.continueDialog)}
      more={[
        ...(editable ? [item('togglePin', pinned ? strings.unpin : strings.pin)] : []),
        item('continueIn', strings.continueIn),
        item('copyHistory', strings.copyHistory),
        { label: strings.copyAll, run: () => send({ type: 'copyMarkdown' }) },
        item('copyLink', strings.copyLink),
        ...(editable ? [item('share', strings.share)] : []),
        item('export', strings.export),
        item('reveal', strings.reveal),
        ...(editable && backups > 0 ? [item('restoreBackup', strings.restoreBackup)] : []),
        ...(editable ? [item('clear', strings.clear)] : []),
      ]}
    >
      <IconButton icon="search" label={strings.find} onPress={onFind} />
      <FilterMenu {...{ kinds, onFilter }} offered={roles} />
    </PaneActions>
  );
}

const roles = ['user', 'assistant'] as const;

function Counts({ header }: { header: DialogHeader }): JSX.Element {
  const { strings, format } = useDialogPane();
  const { messages, bytes, firstTs, lastTs } = header;
  return (
    <div class="counts">
      <span>{fill(messages === 1 ? strings.message : strings.messages, format.count(messages))}</span>
      <span>{format.bytes(bytes)}</span>
      {lastTs !== undefined && <When ts={lastTs} text={strings.lastActive} hint={strings.lastAt} />}
      {firstTs !== undefined && <When ts={firstTs} text={strings.began} hint={strings.beganAt} />}
    </div>
  );
}

function Activity({ header }: { header: DialogHeader }): JSX.Element | null {
  const { strings, format, send } = useDialogPane();
  const { firstTs, lastTs, activity } = header;
  if (firstTs === undefined || lastTs === undefined) return null;
  const label = fill(strings.activityLabel, format.dateTime(firstTs), format.dateTime(lastTs));
  const goTo = (share: number | undefined) =>
    send(
      share === undefined
        ? { type: 'chooseDay' }
        : { type: 'goToTime', ts: Math.round(firstTs + share * (lastTs - firstTs)) },
    );
  return <Sparkline values={activity} label={label} hint={strings.goToDay} goTo={goTo} />;
}

/** Share of the recommended size in use, as a bar with its numbers. */
function Gauge({ header }: { header: DialogHeader }): JSX.Element {
  const { strings, format } = useDialogPane();
  const { maxMessages, maxBytes } = header.thresholds;
  const { value, by, level } = fullness([header.messages, maxMessages], [header.bytes, maxBytes]);
  const byMessages = fill(strings.comfortMessages, format.count(header.messages), format.count(maxMessages));
  const byBytes = fill(strings.comfortBytes, format.bytes(header.bytes), format.bytes(maxBytes));
  const detail = fill(
    strings.comfortDetail,
    ...[format.count(header.messages), format.count(maxMessages)],
    ...[format.bytes(header.bytes), format.bytes(maxBytes)],
  );
  return (
    <Meter
      title={strings.comfort}
      text={by === 'second' ? byBytes : byMessages}
      level={header.compact === undefined ? level : 'over'}
      {...{ value, detail }}
    />
  );
}

/** Notices: the dialog should be compacted, or has damaged files. */
function Notices({ header }: { header: DialogHeader }): JSX.Element {
  return (
    <>
      {header.compact !== undefined && <Compact header={header} />}
      {header.damaged.length > 0 && <Damaged header={header} />}
    </>
  );
}

/** Damaged files: they are in the folder, and a backup may have the previous content. */
function Damaged({ header }: { header: DialogHeader }): JSX.Element {
  const { strings, send } = useDialogPane();
  return (
    <div class="damaged">
      <DamagedNotice files={header.damaged} />
      <div class="damaged-actions">
        <button
          type="button"
          class="button button-secondary"
          onClick={() => send({ type: 'command', command: 'reveal' })}
        >
          {strings.reveal}
        </button>
        {header.editable && header.backups > 0 && (
          <button
            type="button"
            class="button button-secondary"
            onClick={() => send({ type: 'command', command: 'restoreBackup' })}
          >
            {strings.restoreBackup}
          </button>
        )}
      </div>
    </div>
  );
}

function Compact({ header }: { header: DialogHeader }): JSX.Element {
  const { strings, format, send } = useDialogPane();
  const { maxMessages, maxBytes } = header.thresholds;
  const reason =
    header.compact === 'bytes_exceed_comfort_zone'
      ? fill(strings.compactBytes, format.bytes(maxBytes))
      : fill(strings.compactMessages, format.count(maxMessages));
  return (
    <Notice kind="warning">
      {reason} {strings.compactHint}{' '}
      {header.editable && (
        <button
          type="button"
          class="button button-secondary"
          onClick={() => send({ type: 'command', command: 'compact' })}
        >
          {strings.compact}
        </button>
      )}
    </Notice>
  );
}

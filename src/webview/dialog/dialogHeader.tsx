import type { JSX } from 'preact';
import type { DialogHeader, PaneCommand } from '../../protocol/dialogPane.ts';
import { fill } from '../../protocol/format.ts';
import { IconButton } from '../base/iconButton.tsx';
import { usePane } from './dialogServices.ts';
import { When } from '../base/when.tsx';
import { Gauge } from './gauge.tsx';
import { Notices } from './dialogNotices.tsx';
import { Sparkline } from './sparkline.tsx';

interface HeaderProps {
  readonly header: DialogHeader;
  readonly onFind: () => void;
}

/** The name of the dialog, what can be done with it, and its numbers. */
export function Header({ header, onFind }: HeaderProps): JSX.Element {
  return (
    <header class="header">
      <div class="title-row">
        <h1 class="name" title={header.name}>
          {header.name}
        </h1>
        <Actions header={header} onFind={onFind} />
      </div>
      <div class="facts">
        <Counts header={header} />
        <Gauge header={header} />
        <Activity header={header} />
      </div>
      <Notices header={header} />
    </header>
  );
}

function Actions({ header, onFind }: HeaderProps): JSX.Element {
  const { strings, send } = usePane();
  const run = (command: PaneCommand) => () => send({ type: 'command', command });
  const { editable, pinned, backups } = header;
  return (
    <div class="actions" role="group" aria-label={strings.actions}>
      {editable && (
        <IconButton
          icon={pinned ? 'pinned' : 'pin'}
          label={pinned ? strings.unpin : strings.pin}
          pressed={pinned}
          onPress={run('togglePin')}
        />
      )}
      <IconButton icon="search" label={strings.find} onPress={onFind} />
      <IconButton icon="folder-opened" label={strings.reveal} onPress={run('reveal')} />
      <IconButton icon="export" label={strings.export} onPress={run('export')} />
      {editable && backups > 0 && (
        <IconButton icon="discard" label={strings.restoreBackup} onPress={run('restoreBackup')} />
      )}
      {editable && <IconButton icon="clear-all" label={strings.clear} onPress={run('clear')} />}
    </div>
  );
}

function Counts({ header }: { header: DialogHeader }): JSX.Element {
  const { strings, format } = usePane();
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
  const { strings, format } = usePane();
  const { firstTs, lastTs, activity } = header;
  if (firstTs === undefined || lastTs === undefined) return null;
  const label = fill(strings.activityLabel, format.dateTime(firstTs), format.dateTime(lastTs));
  return <Sparkline values={activity} label={label} />;
}

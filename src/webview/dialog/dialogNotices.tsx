import type { JSX } from 'preact';
import type { DialogHeader } from '../../protocol/dialogPane.ts';
import { fill } from '../../protocol/format.ts';
import { DamagedNotice, Notice } from '../base/notice.tsx';
import { usePane } from './dialogServices.ts';

/** What needs the reader's attention: a dialog to compact, files that were damaged. */
export function Notices({ header }: { header: DialogHeader }): JSX.Element {
  return (
    <>
      {header.compact !== undefined && <Compact header={header} />}
      {header.damaged.length > 0 && <Damaged header={header} />}
    </>
  );
}

/** The files that were put aside are in the folder, and what was there before may be in a backup. */
function Damaged({ header }: { header: DialogHeader }): JSX.Element {
  const { strings, send } = usePane();
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
  const { strings, format } = usePane();
  const { maxMessages, maxBytes } = header.thresholds;
  const reason =
    header.compact === 'bytes_exceed_comfort_zone'
      ? fill(strings.compactBytes, format.bytes(maxBytes))
      : fill(strings.compactMessages, format.count(maxMessages));
  return (
    <Notice kind="warning">
      {reason} {strings.compactHint}
    </Notice>
  );
}

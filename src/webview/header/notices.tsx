import type { JSX } from 'preact';
import type { DialogHeader } from '../../protocol/dialogPane.ts';
import { fill } from '../format.ts';
import { DamagedNotice, Notice } from '../notice.tsx';
import { usePane } from '../paneContext.ts';

/** What needs the reader's attention: a dialog to compact, files that were damaged. */
export function Notices({ header }: { header: DialogHeader }): JSX.Element {
  return (
    <>
      {header.compact !== undefined && <Compact header={header} />}
      <DamagedNotice files={header.damaged} />
    </>
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

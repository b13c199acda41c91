import type { JSX } from 'preact';
import type { DialogHeader } from '../../protocol/dialogPane.ts';
import { fill } from '../format.ts';
import { usePane } from '../paneContext.ts';

/** What needs the reader's attention: a dialog to compact, files that were damaged. */
export function Notices({ header }: { header: DialogHeader }): JSX.Element {
  const { strings } = usePane();
  return (
    <>
      {header.compact !== undefined && <Compact header={header} />}
      {header.damaged.length > 0 && (
        <div class="notice notice-error">
          <span class="codicon codicon-error" aria-hidden="true" />
          <p>
            {strings.damaged}{' '}
            {header.damaged.map((file) => (
              <code key={file}>{file}</code>
            ))}
          </p>
        </div>
      )}
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
    <div class="notice notice-warning">
      <span class="codicon codicon-warning" aria-hidden="true" />
      <p>
        {reason} {strings.compactHint}
      </p>
    </div>
  );
}

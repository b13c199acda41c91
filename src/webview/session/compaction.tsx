import type { JSX } from 'preact';
import type { SessionPaneMessage } from '../../protocol/sessionPane.ts';
import { fill } from '../../protocol/format.ts';
import { Markdown } from '../base/markdownView.tsx';
import { useReachable } from '../messages/messageContent.tsx';
import type { RowContext } from '../messages/messageList.tsx';
import { Fold } from './fold.tsx';
import { useLook, useSession } from './sessionServices.ts';

interface CompactionProps extends RowContext {
  readonly message: SessionPaneMessage;
  readonly version: number;
  readonly onFold: () => void;
}

/** Where the agent compacted its context: a line across, with what it remembers of what was said before. */
export function Compaction({ message, newDay, active, version, onFold }: CompactionProps): JSX.Element {
  const { strings, format } = useSession();
  const { query, current } = useLook();
  const { text, trigger, ts, position } = message;
  const element = useReachable<HTMLDivElement>(active, `${version} ${text}`);
  const label = trigger === undefined ? strings.compaction : fill(strings.compactionBy, trigger);
  const found = current === position && query !== '';
  return (
    <>
      {newDay && <div class="day">{format.day(ts)}</div>}
      <div ref={element} class="compaction">
        <h3 class="compaction-label">
          <span class="codicon codicon-fold" aria-hidden="true" />
          {label}
          <span class="time">{format.time(ts)}</span>
        </h3>
        {text !== '' && (
          <Fold
            id={`compaction ${position}`}
            open={found}
            kind="tool-call"
            head={<span class="tool-name">{strings.compactionSummary}</span>}
            onFold={onFold}
          >
            {() => (
              <div class="tool-details">
                <Markdown text={text} />
              </div>
            )}
          </Fold>
        )}
      </div>
    </>
  );
}

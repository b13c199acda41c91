import type { JSX } from 'preact';
import type { PaneTurn } from '../../protocol/contextPane.ts';
import { CopyButton } from '../base/copyButton.tsx';
import { Marked } from '../find/marked.tsx';
import { fill } from '../../protocol/format.ts';
import { Markdown } from '../base/markdownView.tsx';
import { MessageContent } from '../messages/messageContent.tsx';
import { useContextPane } from './contextServices.ts';

interface TurnRowProps {
  readonly turn: PaneTurn;
  readonly position: number;
  readonly total: number;
  readonly newDay: boolean;
  /** Whether Tab reaches this turn. */
  readonly active: boolean;
  /** What is looked for, empty for nothing, and whether the reader was taken to this turn. */
  readonly query: string;
  readonly current: boolean;
  /** What the checkpoint right after this turn means, if it is there. */
  readonly checkpoint: string | undefined;
}

/** A turn, looking like a message of a dialog. */
export function TurnRow(props: TurnRowProps): JSX.Element {
  const { turn, position, total, newDay, active, query, current, checkpoint } = props;
  const { strings, format, send } = useContextPane();
  const author = strings[turn.role];
  const copy = () => send({ type: 'copyText', text: turn.text });
  return (
    <article
      class={`message turn message-${turn.role}`}
      data-position={position}
      aria-label={fill(strings.messageLabel, author, format.dateTime(turn.ts))}
      aria-posinset={position + 1}
      aria-setsize={total}
      tabIndex={active ? 0 : -1}
    >
      <MessageContent
        {...{ newDay, active, author }}
        message={turn}
        actions={<CopyButton label={strings.copyMessage} onCopy={copy} />}
      >
        <div class="body">
          <Marked query={query} current={current}>
            <Markdown text={turn.text} />
          </Marked>
        </div>
      </MessageContent>
      {checkpoint !== undefined && <Checkpoint text={checkpoint} />}
    </article>
  );
}

function Checkpoint({ text }: { text: string }): JSX.Element {
  const { strings } = useContextPane();
  return (
    <div class="checkpoint">
      <p class="checkpoint-label">
        <span class="codicon codicon-milestone" aria-hidden="true" />
        <span class="checkpoint-name">{strings.checkpoint}</span>
        <span>{text}</span>
      </p>
    </div>
  );
}

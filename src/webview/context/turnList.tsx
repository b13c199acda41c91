import type { JSX, TargetedFocusEvent } from 'preact';
import type { ContextPaneState, PaneTurn } from '../../protocol/contextPane.ts';
import { fill, isOtherDay } from '../../protocol/format.ts';
import { CopyButton } from '../base/buttons.tsx';
import { Markdown } from '../base/content.tsx';
import { Empty } from '../base/notices.tsx';
import type { FindInPane } from '../find/finding.tsx';
import { Marked } from '../find/marked.tsx';
import { MessageContent } from '../messages/messageContent.tsx';
import { useListKeys } from '../messages/useListKeys.ts';
import type { ContextModel } from './contextModel.ts';
import { useContextPane } from './contextServices.ts';
import { useTurnScroll } from './useTurnScroll.ts';

interface TurnListProps {
  readonly model: ContextModel;
  readonly state: ContextPaneState;
  readonly finding: FindInPane;
}

/** Turns of a context, oldest first, with the checkpoint between them. */
export function TurnList({ model, state, finding }: TurnListProps): JSX.Element {
  const services = useContextPane();
  const { strings } = services;
  const { header, turns, checkpoint } = state;
  const scroll = useTurnScroll(model, state);
  const onKeyDown = useListKeys(scroll, turns.length);
  const onFocusIn = ({ target }: TargetedFocusEvent<HTMLElement>) => {
    const row = target instanceof Element ? target.closest('[data-position]') : null;
    if (row !== null) scroll.keep(Number(row.getAttribute('data-position')));
  };
  const feed = turns.length > 0 && { role: 'feed' as const, 'aria-label': strings.turnsTitle };
  return (
    <section class="messages" aria-label={strings.turnsTitle}>
      <h2 class="visually-hidden">{strings.turnsTitle}</h2>
      <div ref={scroll.scroller} class="turns-scroller" tabIndex={-1}>
        {turns.length === 0 && (
          <Empty icon="layers" title={strings.noTurns}>
            <p>{strings.noTurnsHint}</p>
          </Empty>
        )}
        <div ref={scroll.list} class="turns" {...feed} onKeyDown={onKeyDown} onFocusIn={onFocusIn}>
          {turns.map((turn, index) => (
            <TurnRow
              key={header.droppedTurns + index}
              turn={turn}
              position={index}
              total={turns.length}
              newDay={isNewDay(state, index)}
              active={index === scroll.active}
              query={finding.query}
              current={finding.current === index}
              checkpoint={index === checkpoint - 1 ? checkpointText(state, services) : undefined}
            />
          ))}
        </div>
        {turns.length > 0 && checkpoint === 0 && header.status === 'active' && (
          <p class="no-checkpoint">{strings.noCheckpoint}</p>
        )}
      </div>
    </section>
  );
}

function isNewDay({ turns }: ContextPaneState, index: number): boolean {
  const [before, turn] = [turns[index - 1], turns[index]];
  return turn !== undefined && (before === undefined || isOtherDay(before.ts, turn.ts));
}

function checkpointText(
  { header, turns, checkpoint }: ContextPaneState,
  { strings, format }: ReturnType<typeof useContextPane>,
): string {
  if (header.archivedAt !== undefined)
    return fill(strings.checkpointArchived, format.dateTime(header.archivedAt));
  return checkpoint < turns.length ? strings.checkpointActive : strings.checkpointActiveEnd;
}

interface TurnRowProps {
  readonly turn: PaneTurn;
  readonly position: number;
  readonly total: number;
  readonly newDay: boolean;
  /** Whether Tab reaches this turn. */
  readonly active: boolean;
  /** The search text, empty for none, and whether this is the current match. */
  readonly query: string;
  readonly current: boolean;
  /** Explanation of a checkpoint right after this turn, if any. */
  readonly checkpoint: string | undefined;
}

/** A turn, displayed like a message of a dialog. */
function TurnRow(props: TurnRowProps): JSX.Element {
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

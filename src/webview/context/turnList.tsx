import type { JSX, TargetedFocusEvent } from 'preact';
import type { ContextPaneState } from '../../protocol/contextPane.ts';
import { Empty } from '../base/empty.tsx';
import type { Finding } from '../find/useFinding.ts';
import { fill, isOtherDay } from '../../protocol/format.ts';
import { useListKeys } from '../messages/useListKeys.ts';
import type { ContextModel } from './contextModel.ts';
import { useContextPane } from './contextServices.ts';
import { TurnRow } from './turnRow.tsx';
import { useTurnScroll } from './useTurnScroll.ts';

interface TurnListProps {
  readonly model: ContextModel;
  readonly state: ContextPaneState;
  readonly finding: Finding;
}

/** The turns of a context, oldest first, with the checkpoint among them. */
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

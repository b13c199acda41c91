import type { ComponentChildren, JSX } from 'preact';
import { useContent } from '../base/contentContext.ts';
import { isOtherDay } from '../../protocol/format.ts';
import { ListRow } from './listRow.tsx';
import type { Placed } from './messageCache.ts';
import { NewestButton } from './newestButton.tsx';
import { useListKeys } from './useListKeys.ts';
import { useMessageScroll } from './useMessageScroll.ts';
import type { WindowedList } from './windowedList.ts';

/** A message a list can show. */
export interface ListMessage extends Placed {
  readonly role: string;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly ts: number;
}

/** What a message is shown with. */
export interface RowContext {
  /** Whether the day changes with this message. */
  readonly newDay: boolean;
  /** Whether Tab reaches this message. */
  readonly active: boolean;
}

interface MessageListProps<M extends ListMessage> {
  readonly list: WindowedList<M>;
  /** What stands where there is no message. */
  readonly empty: ComponentChildren;
  readonly labelOf: (message: M) => string;
  readonly content: (message: M, context: RowContext) => ComponentChildren;
}

/** A list of messages of any length, of which only those in view exist in the page. */
export function MessageList<M extends ListMessage>(props: MessageListProps<M>): JSX.Element {
  const { list, empty, labelOf, content } = props;
  const { strings } = useContent();
  const scroll = useMessageScroll(list);
  const { total } = list.cache;
  const onKeyDown = useListKeys(scroll, total);
  const { virtualizer, place, scroller, active, flash } = scroll;
  return (
    <section class="messages" aria-label={strings.messagesTitle}>
      <h2 class="visually-hidden">{strings.messagesTitle}</h2>
      <div
        ref={scroller}
        class="scroller"
        {...(total > 0 && { role: 'feed', 'aria-label': strings.messagesTitle, tabIndex: 0 })}
        onKeyDown={onKeyDown}
      >
        {total === 0 && empty}
        <div class="sizer" style={{ height: `${virtualizer.getTotalSize()}px` }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const position = place.segment.start + index;
            const message = list.cache.get(position);
            const context = { newDay: isNewDay(list, position), active: position === active };
            return (
              <ListRow
                key={position}
                position={position}
                total={total}
                label={message && labelOf(message)}
                kind={message?.role}
                index={index}
                top={start}
                active={context.active}
                flash={position === flash}
                measure={virtualizer.measureElement}
              >
                {message && content(message, context)}
              </ListRow>
            );
          })}
        </div>
      </div>
      <NewestButton atEnd={place.atEnd} unseen={place.unseen} onPress={scroll.toNewest} />
    </section>
  );
}

function isNewDay<M extends ListMessage>({ cache }: WindowedList<M>, position: number): boolean {
  const message = cache.get(position);
  if (message === undefined) return false;
  if (position === 0) return true;
  const before = cache.get(position - 1);
  return before !== undefined && isOtherDay(before.ts, message.ts);
}

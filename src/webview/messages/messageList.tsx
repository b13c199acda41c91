import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { fill, isOtherDay } from '../../protocol/format.ts';
import { placeOf } from '../../protocol/messageKinds.ts';
import { useContent } from '../base/content.tsx';
import type { Positioned } from './messageCache.ts';
import { useSelected } from './selection.tsx';
import { useListKeys } from './useListKeys.ts';
import { useMessageScroll } from './useMessageScroll.ts';
import { estimatedHeight } from './useVirtualizer.ts';
import type { WindowedList } from './windowedList.ts';

/** A message that lists can show. */
export interface ListMessage extends Positioned {
  readonly role: string;
  /** Its index in the conversation, if different from its row. */
  readonly at?: number;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly ts: number;
}

/** What a row knows about its message's surroundings. */
export interface RowContext {
  /** Whether a new day starts with this message. */
  readonly newDay: boolean;
  /** Whether Tab reaches this message. */
  readonly active: boolean;
}

interface MessageListProps<M extends ListMessage> {
  readonly list: WindowedList<M>;
  /** Shown if there are no messages. */
  readonly empty: ComponentChildren;
  readonly labelOf: (message: M) => string;
  readonly content: (message: M, context: RowContext) => ComponentChildren;
  /** Asks for the day to go to. */
  readonly chooseDay: () => void;
}

/** A list of messages of any length; only visible ones are in the page. */
export function MessageList<M extends ListMessage>(props: MessageListProps<M>): JSX.Element {
  const { list, empty, labelOf, content, chooseDay } = props;
  const { strings } = useContent();
  const scroll = useMessageScroll(list);
  const { total } = list.cache;
  const selection = useSelected();
  const choose = (position: number) => {
    const message = list.cache.get(position);
    if (message) selection.choose(placeOf(message), true);
  };
  const toggle = (position: number) => {
    const message = list.cache.get(position);
    if (message) selection.choose(placeOf(message));
  };
  const onKeyDown = useListKeys(scroll, total, { choose, toggle });
  const { virtualizer, viewport, scroller, active, flash, top } = scroll;
  return (
    <section class="messages" aria-label={strings.messagesTitle}>
      <h2 class="visually-hidden">{strings.messagesTitle}</h2>
      {total > 0 && <TopDay message={list.cache.get(top)} onPress={chooseDay} />}
      <div
        ref={scroller}
        class="scroller"
        {...(total > 0 && { role: 'feed', 'aria-label': strings.messagesTitle, tabIndex: 0 })}
        onKeyDown={onKeyDown}
      >
        {total === 0 && empty}
        <div class="sizer" style={{ height: `${virtualizer.getTotalSize()}px` }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const position = viewport.segment.start + index;
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
                chosen={message !== undefined && selection.chosen.has(placeOf(message))}
                measure={virtualizer.measureElement}
              >
                {message && content(message, context)}
              </ListRow>
            );
          })}
        </div>
      </div>
      <NewestButton atEnd={viewport.atEnd} unseen={viewport.unseen} onPress={scroll.toNewest} />
    </section>
  );
}

function isNewDay<M extends ListMessage>({ cache }: WindowedList<M>, position: number): boolean {
  const message = cache.get(position);
  if (message === undefined || position === 0) return false; // the day of the first one is shown above the list
  const before = cache.get(position - 1);
  return before !== undefined && isOtherDay(before.ts, message.ts);
}

interface TopDayProps {
  readonly message: ListMessage | undefined;
  readonly onPress: () => void;
}

/** The day of the topmost message, which leads to other days. Outside the list, to cover nothing. */
function TopDay({ message, onPress }: TopDayProps): JSX.Element {
  const { strings, format } = useContent();
  return (
    <button type="button" class="top-day" title={strings.goToDay} onClick={onPress}>
      {message && format.day(message.ts)}
    </button>
  );
}

interface NewestButtonProps {
  readonly atEnd: boolean;
  /** Number of messages that arrived while the user was elsewhere. */
  readonly unseen: number;
  readonly onPress: () => void;
}

/** Button to the newest message, with the number of new ones. */
function NewestButton({ atEnd, unseen, onPress }: NewestButtonProps): JSX.Element | null {
  const { strings, format, announce } = useContent();
  const count = fill(unseen === 1 ? strings.newMessage : strings.newMessages, format.count(unseen));
  useEffect(() => {
    if (unseen > 0) announce(count);
  }, [announce, unseen, count]);
  if (atEnd) return null;
  return (
    <button
      type="button"
      class={`newest${unseen > 0 ? ' newest-unseen' : ''}`}
      title={strings.toNewest}
      aria-label={unseen > 0 ? `${count}. ${strings.toNewest}` : strings.toNewest}
      onClick={onPress}
    >
      <span class="codicon codicon-arrow-down" aria-hidden="true" />
      {unseen > 0 && <span>{count}</span>}
    </button>
  );
}

interface RowProps {
  readonly position: number;
  readonly total: number;
  /** Undefined until the extension has sent the message. */
  readonly label: string | undefined;
  readonly kind: string | undefined;
  /** Index within the laid out segment, and the row's distance from its top in pixels. */
  readonly index: number;
  readonly top: number;
  /** Whether Tab reaches this message. */
  readonly active: boolean;
  readonly flash: boolean;
  readonly chosen: boolean;
  readonly measure: (element: HTMLElement | null) => void;
  readonly children: ComponentChildren;
}

/** A message at its position in a list, or a skeleton of it. */
function ListRow(props: RowProps): JSX.Element {
  const { position, total, label, kind, index, top, active, flash, chosen, measure, children } = props;
  const { strings, format } = useContent();
  return (
    <article
      ref={measure}
      class={`message message-${kind ?? 'skeleton'}${flash ? ' message-flash' : ''}${chosen ? ' message-chosen' : ''}`}
      style={{ transform: `translateY(${top}px)` }}
      data-index={index}
      data-position={position}
      aria-label={label ?? fill(strings.loadingMessage, format.count(position + 1))}
      aria-posinset={position + 1}
      aria-setsize={total}
      aria-busy={kind === undefined}
      tabIndex={active ? 0 : -1}
    >
      {kind === undefined ? <Skeleton /> : children}
    </article>
  );
}

function Skeleton(): JSX.Element {
  return (
    <div class="skeleton" style={{ height: `${estimatedHeight - 16}px` }} aria-hidden="true">
      <span class="skeleton-line" />
      <span class="skeleton-line" />
      <span class="skeleton-line" />
    </div>
  );
}

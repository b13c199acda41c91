import type { JSX } from 'preact';
import { isOtherDay } from '../format.ts';
import { usePane } from '../paneContext.ts';
import type { PaneModel } from '../paneModel.ts';
import { MessageRow } from './messageRow.tsx';
import { NewestButton } from './newestButton.tsx';
import { useListKeys } from './useListKeys.ts';
import { useMessageScroll } from './useMessageScroll.ts';

/** The messages of a dialog, of which only those in view exist in the page. */
export function MessageList({ model }: { model: PaneModel }): JSX.Element {
  const { strings } = usePane();
  const scroll = useMessageScroll(model);
  const onKeyDown = useListKeys(scroll, model.cache.total);
  const { virtualizer, place, scroller, active, flash } = scroll;
  return (
    <section class="messages" aria-label={strings.messagesTitle}>
      <h2 class="visually-hidden">{strings.messagesTitle}</h2>
      <div
        ref={scroller}
        class="scroller"
        {...(model.cache.total > 0 && { role: 'feed', 'aria-label': strings.messagesTitle, tabIndex: 0 })}
        onKeyDown={onKeyDown}
      >
        {model.cache.total === 0 && <Empty />}
        <div class="sizer" style={{ height: `${virtualizer.getTotalSize()}px` }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const position = place.segment.start + index;
            return (
              <MessageRow
                key={position}
                position={position}
                total={model.cache.total}
                message={model.cache.get(position)}
                newDay={isNewDay(model, position)}
                index={index}
                top={start}
                active={position === active}
                flash={position === flash}
                measure={virtualizer.measureElement}
              />
            );
          })}
        </div>
      </div>
      <NewestButton atEnd={place.atEnd} unseen={place.unseen} onPress={scroll.toNewest} />
    </section>
  );
}

function Empty(): JSX.Element {
  const { strings } = usePane();
  return (
    <div class="empty">
      <span class="codicon codicon-comment-discussion" aria-hidden="true" />
      <p class="empty-title">{strings.noMessages}</p>
      <p>{strings.noMessagesHint}</p>
    </div>
  );
}

function isNewDay({ cache }: PaneModel, position: number): boolean {
  const message = cache.get(position);
  if (message === undefined) return false;
  if (position === 0) return true;
  const before = cache.get(position - 1);
  return before !== undefined && isOtherDay(before.ts, message.ts);
}

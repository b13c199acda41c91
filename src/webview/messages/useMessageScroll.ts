import type { RefObject } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';
import { ListPlace } from './listPlace.ts';
import type { Positioned } from './messageCache.ts';
import type { ListFocus } from './useListKeys.ts';
import { endThreshold, estimatedHeight, useVirtualizer, type ListVirtualizer } from './useVirtualizer.ts';
import type { WindowedList } from './windowedList.ts';

const flashTime = 2_000;
const restTime = 150;

/** Where the reader is in the list, and the ways to go elsewhere. */
export interface MessageScroll extends ListFocus {
  readonly virtualizer: ListVirtualizer;
  readonly place: ListPlace;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** The message that lights up because the reader was taken to it. */
  readonly flash: number | undefined;
  readonly toNewest: () => void;
  /** The row at the top. */
  readonly top: number;
}

/** Follows the reader through the messages of one epoch, and takes the reader where the list or a key says. */
export function useMessageScroll<M extends Positioned>(list: WindowedList<M>): MessageScroll {
  const { total } = list.cache;
  const [, renderAgain] = useReducer((version: number) => version + 1, 0);
  const refresh = useCallback(() => renderAgain(undefined), []);
  const [place] = useState(() => new ListPlace(total, list.start));
  const scroller = useRef<HTMLDivElement>(null);
  place.grow(total);
  const virtualizer = useVirtualizer({
    segment: place.segment,
    scroller: () => scroller.current,
    initialOffset: ((place.goal?.position ?? 0) - place.segment.start) * estimatedHeight,
    // The end of the segment is not always the end of the dialog.
    follow: place.atEnd,
    keep: place.toFocus ?? place.focused,
  });
  const flash = useReveal(list, place);
  useGoal(virtualizer, place);
  useFocusWanted(scroller, place);
  useScrollEvents(scroller, place, refresh);
  useRest(scroller, virtualizer, place, refresh);
  useReport(list, virtualizer, place);
  const active = place.toFocus ?? place.focused ?? lastInView(virtualizer, place);
  const go = (position: number, align: 'end' | 'auto') => {
    place.head({ position, align });
    refresh();
  };
  const focus = (position: number) => {
    place.toFocus = position;
    go(position, 'auto');
  };
  const toNewest = () => go(Math.max(0, total - 1), 'end');
  const top = topPosition(virtualizer, place);
  return { virtualizer, place, scroller, active, flash, toNewest, focus, top };
}

/** Scrolls to the goal once the rows around it are laid out. */
function useGoal(virtualizer: ListVirtualizer, place: ListPlace): void {
  useLayoutEffect(() => {
    const goal = place.takeGoal();
    if (goal === undefined) return;
    const index = goal.position - place.segment.start;
    if (goal.align === 'end' && index === place.segment.count - 1) virtualizer.scrollToEnd();
    else virtualizer.scrollToIndex(index, { align: goal.align });
  });
}

/** Gives the focus to the message that is to have it, once its row is in the page. */
function useFocusWanted(scroller: RefObject<HTMLElement | null>, place: ListPlace): void {
  useLayoutEffect(() => {
    if (place.toFocus === undefined) return;
    const row = scroller.current?.querySelector(`[data-position="${place.toFocus}"]`);
    if (!(row instanceof HTMLElement)) return;
    place.focused = place.toFocus;
    place.toFocus = undefined;
    row.focus({ preventScroll: true });
  });
}

/** Takes the reader where the extension says, and lights that message up for a while. */
function useReveal<M extends Positioned>(list: WindowedList<M>, place: ListPlace): number | undefined {
  const [flash, setFlash] = useState<number | undefined>(undefined);
  const position = list.takeReveal();
  if (position !== undefined) place.head({ position, align: 'center' });
  useEffect(() => {
    if (position !== undefined) setFlash(position);
  }, [position]);
  useEffect(() => {
    const timer = setTimeout(() => setFlash(undefined), flashTime);
    return () => clearTimeout(timer);
  }, [flash]);
  return flash;
}

function useScrollEvents(
  scroller: RefObject<HTMLElement | null>,
  place: ListPlace,
  refresh: () => void,
): void {
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const listening = new AbortController();
    const options = { signal: listening.signal, passive: true };
    const onScroll = () => {
      const distance = element.scrollHeight - element.scrollTop - element.clientHeight;
      if (place.scrolled(distance <= endThreshold)) refresh();
    };
    const onFocusIn = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest('[data-position]') : null;
      place.focused = row === null ? undefined : Number(row.getAttribute('data-position'));
      refresh();
    };
    element.addEventListener('scroll', onScroll, options);
    element.addEventListener('focusin', onFocusIn, options);
    element.addEventListener('focusout', () => (place.focused = undefined), options);
    return () => listening.abort();
  }, [scroller, place, refresh]);
}

/** Moves the laid out segment along once the reader rests. */
function useRest(
  scroller: RefObject<HTMLElement | null>,
  virtualizer: ListVirtualizer,
  place: ListPlace,
  refresh: () => void,
): void {
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = () => {
      if (!place.settle(topPosition(virtualizer, place))) return;
      // A row that goes with the focus would leave the keyboard nowhere.
      if (element.contains(document.activeElement)) element.focus({ preventScroll: true });
      refresh();
    };
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(rest, restTime);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener('scroll', onScroll);
    };
  }, [scroller, virtualizer, place, refresh]);
}

/** Tells the list what is in view, after every render. */
function useReport<M extends Positioned>(
  list: WindowedList<M>,
  virtualizer: ListVirtualizer,
  place: ListPlace,
): void {
  useLayoutEffect(() => {
    const { range } = virtualizer;
    if (range === null || place.goal !== undefined) return;
    const { start } = place.segment;
    const top = place.atEnd ? undefined : topPosition(virtualizer, place);
    list.look(start + range.startIndex, start + range.endIndex, top);
  });
}

function topPosition(virtualizer: ListVirtualizer, { segment }: ListPlace): number {
  const item = virtualizer.getVirtualItemForOffset(virtualizer.scrollOffset ?? 0);
  return segment.start + (item?.index ?? 0);
}

function lastInView({ range }: ListVirtualizer, { segment }: ListPlace): number {
  return segment.start + (range?.endIndex ?? segment.count - 1);
}

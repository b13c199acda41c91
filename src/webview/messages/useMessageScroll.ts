import type { RefObject } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';
import { ListViewport } from './listViewport.ts';
import type { Positioned } from './messageCache.ts';
import type { ListFocus } from './useListKeys.ts';
import { endThreshold, estimatedHeight, useVirtualizer, type ListVirtualizer } from './useVirtualizer.ts';
import type { WindowedList } from './windowedList.ts';

const flashMs = 2_000;
const restTime = 150;

/** The user's position in the list, and ways to move. */
export interface MessageScroll extends ListFocus {
  readonly virtualizer: ListVirtualizer;
  readonly viewport: ListViewport;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** The message highlighted after scrolling to it. */
  readonly flash: number | undefined;
  readonly toNewest: () => void;
  /** The row at the top. */
  readonly top: number;
}

/** Tracks the position in the messages of one epoch, and scrolls where the list or a key says. */
export function useMessageScroll<M extends Positioned>(list: WindowedList<M>): MessageScroll {
  const { total } = list.cache;
  const [, renderAgain] = useReducer((version: number) => version + 1, 0);
  const refresh = useCallback(() => renderAgain(undefined), []);
  const [viewport] = useState(() => new ListViewport(total, list.start));
  const scroller = useRef<HTMLDivElement>(null);
  viewport.grow(total);
  const virtualizer = useVirtualizer({
    segment: viewport.segment,
    scroller: () => scroller.current,
    initialOffset: ((viewport.goal?.position ?? 0) - viewport.segment.start) * estimatedHeight,
    // The end of the segment is not always the end of the dialog.
    follow: viewport.atEnd,
    keep: viewport.toFocus ?? viewport.focused,
  });
  const flash = useReveal(list, viewport);
  useGoal(virtualizer, viewport);
  useFocusWanted(scroller, viewport);
  useScrollEvents(scroller, viewport, refresh);
  useRest(scroller, virtualizer, viewport, refresh);
  useReport(list, virtualizer, viewport);
  const active = viewport.toFocus ?? viewport.focused ?? lastInView(virtualizer, viewport);
  const go = (position: number, align: 'end' | 'auto') => {
    viewport.setGoal({ position, align });
    refresh();
  };
  const focus = (position: number) => {
    viewport.toFocus = position;
    go(position, 'auto');
  };
  const toNewest = () => go(Math.max(0, total - 1), 'end');
  const top = topPosition(virtualizer, viewport);
  return { virtualizer, viewport, scroller, active, flash, toNewest, focus, top };
}

/** Scrolls to the goal once the rows around it are laid out. */
function useGoal(virtualizer: ListVirtualizer, viewport: ListViewport): void {
  useLayoutEffect(() => {
    const goal = viewport.takeGoal();
    if (goal === undefined) return;
    const index = goal.position - viewport.segment.start;
    if (goal.align === 'end' && index === viewport.segment.count - 1) virtualizer.scrollToEnd();
    else virtualizer.scrollToIndex(index, { align: goal.align });
  });
}

/** Focuses the requested message once its row is in the page. */
function useFocusWanted(scroller: RefObject<HTMLElement | null>, viewport: ListViewport): void {
  useLayoutEffect(() => {
    if (viewport.toFocus === undefined) return;
    const row = scroller.current?.querySelector(`[data-position="${viewport.toFocus}"]`);
    if (!(row instanceof HTMLElement)) return;
    viewport.focused = viewport.toFocus;
    viewport.toFocus = undefined;
    row.focus({ preventScroll: true });
  });
}

/** Scrolls where the extension says and highlights that message for a while. */
function useReveal<M extends Positioned>(list: WindowedList<M>, viewport: ListViewport): number | undefined {
  const [flash, setFlash] = useState<number | undefined>(undefined);
  const reveal = list.takeReveal();
  if (reveal !== undefined) viewport.setGoal(reveal);
  const position = reveal?.align === 'center' ? reveal.position : undefined;
  useEffect(() => {
    if (position !== undefined) setFlash(position);
  }, [position]);
  useEffect(() => {
    const timer = setTimeout(() => setFlash(undefined), flashMs);
    return () => clearTimeout(timer);
  }, [flash]);
  return flash;
}

function useScrollEvents(
  scroller: RefObject<HTMLElement | null>,
  viewport: ListViewport,
  refresh: () => void,
): void {
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const listening = new AbortController();
    const options = { signal: listening.signal, passive: true };
    const onScroll = () => {
      const distance = element.scrollHeight - element.scrollTop - element.clientHeight;
      if (viewport.scrolled(distance <= endThreshold)) refresh();
    };
    const onFocusIn = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest('[data-position]') : null;
      viewport.focused = row === null ? undefined : Number(row.getAttribute('data-position'));
      refresh();
    };
    element.addEventListener('scroll', onScroll, options);
    element.addEventListener('focusin', onFocusIn, options);
    element.addEventListener('focusout', () => (viewport.focused = undefined), options);
    return () => listening.abort();
  }, [scroller, viewport, refresh]);
}

/** Moves the laid out segment once scrolling pauses. */
function useRest(
  scroller: RefObject<HTMLElement | null>,
  virtualizer: ListVirtualizer,
  viewport: ListViewport,
  refresh: () => void,
): void {
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = () => {
      if (!viewport.settle(topPosition(virtualizer, viewport))) return;
      // Removing the focused row would leave the keyboard without focus.
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
  }, [scroller, virtualizer, viewport, refresh]);
}

/** Reports the visible positions to the list after every render. */
function useReport<M extends Positioned>(
  list: WindowedList<M>,
  virtualizer: ListVirtualizer,
  viewport: ListViewport,
): void {
  useLayoutEffect(() => {
    const { range } = virtualizer;
    if (range === null || viewport.goal !== undefined) return;
    const { start } = viewport.segment;
    const top = viewport.atEnd ? undefined : topPosition(virtualizer, viewport);
    list.setView(start + range.startIndex, start + range.endIndex, top);
  });
}

function topPosition(virtualizer: ListVirtualizer, { segment }: ListViewport): number {
  const item = virtualizer.getVirtualItemForOffset(virtualizer.scrollOffset ?? 0);
  return segment.start + (item?.index ?? 0);
}

function lastInView({ range }: ListVirtualizer, { segment }: ListViewport): number {
  return segment.start + (range?.endIndex ?? segment.count - 1);
}

import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ContextPaneState } from '../../protocol/contextPane.ts';
import type { ListFocus } from '../messages/useListKeys.ts';
import type { ContextModel } from './contextModel.ts';

const rememberAfter = 250;
const endThreshold = 60;

/** Where the reader is among the turns. */
export interface TurnScroll extends ListFocus {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly list: RefObject<HTMLDivElement | null>;
}

/**
 * Begins where the reader was before a reload, else an active context at its newest turn and an archived one at its
 * first, and goes along with new turns while the reader is at the end of an active one.
 */
export function useTurnScroll(model: ContextModel, { header, turns }: ContextPaneState): TurnScroll {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const follow = useRef(header.status === 'active' && model.turn === undefined);
  const [focused, setFocused] = useState<number | undefined>();
  const begin = header.status === 'active' ? turns.length - 1 : 0;
  useLayoutEffect(() => {
    const first = model.turn === undefined ? undefined : model.turn - header.droppedTurns;
    if (first !== undefined) row(list.current, first)?.scrollIntoView({ block: 'start' });
  }, []);
  useFollow(scroller, list, follow);
  useRemembered(scroller, list, (top, atEnd) => {
    follow.current = atEnd && header.status === 'active';
    model.keepTurn(follow.current || top === 0 ? undefined : top + header.droppedTurns);
  });
  const focus = (position: number) => {
    setFocused(position);
    const target = row(list.current, position);
    target?.focus({ preventScroll: true });
    target?.scrollIntoView({ block: 'nearest' });
  };
  const active = Math.max(0, Math.min(focused ?? begin, turns.length - 1));
  return { scroller, list, active, focus };
}

/** Keeps the end in view while the reader is there, also while rows turn out higher than they were taken to be. */
function useFollow(
  scroller: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  follow: { readonly current: boolean },
): void {
  useLayoutEffect(() => {
    const [outer, inner] = [scroller.current, list.current];
    if (outer === null || inner === null) return undefined;
    const toEnd = () => {
      if (follow.current) outer.scrollTop = outer.scrollHeight;
    };
    toEnd();
    const sizes = new ResizeObserver(toEnd);
    sizes.observe(inner);
    sizes.observe(outer);
    return () => sizes.disconnect();
  }, []);
}

/** Tells which turn is at the top once the reader rests, and whether the end is in view. */
function useRemembered(
  scroller: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  tell: (top: number, atEnd: boolean) => void,
): void {
  const latest = useRef(tell);
  latest.current = tell;
  useEffect(() => {
    const outer = scroller.current;
    if (outer === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = () => {
      const atEnd = outer.scrollHeight - outer.scrollTop - outer.clientHeight <= endThreshold;
      latest.current(topRow(outer, list.current), atEnd);
    };
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(rest, rememberAfter);
    };
    outer.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      outer.removeEventListener('scroll', onScroll);
    };
  }, []);
}

function row(list: HTMLElement | null, position: number): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-position="${position}"]`) ?? null;
}

function topRow(scroller: HTMLElement, list: HTMLElement | null): number {
  const { top } = scroller.getBoundingClientRect();
  const rows = [...(list?.children ?? [])];
  return Math.max(
    0,
    rows.findIndex((each) => each.getBoundingClientRect().bottom > top + 1),
  );
}

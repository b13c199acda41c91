import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ContextHeader, ContextPaneState } from '../../protocol/contextPane.ts';
import type { ListFocus } from '../messages/useListKeys.ts';
import type { ContextModel } from './contextModel.ts';

const rememberAfter = 250;
const endThreshold = 60;

/** The user's position among the turns. */
export interface TurnScroll extends ListFocus {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly list: RefObject<HTMLDivElement | null>;
  /** Records that a turn got the focus in another way, such as a click. */
  readonly keep: (position: number) => void;
}

/**
 * Starts at the position before a reload, else at the newest turn of an active context or the first of an archived
 * one. Follows new turns while the user is at the end of an active one.
 */
export function useTurnScroll(model: ContextModel, state: ContextPaneState): TurnScroll {
  const { header, turns, reveal } = state;
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const follow = useRef(header.status === 'active' && model.turn === undefined && reveal === undefined);
  const { active, keep } = useActive(header, turns.length);
  useLayoutEffect(() => {
    const first = model.turn === undefined ? undefined : model.turn - header.droppedTurns;
    if (first !== undefined) row(list.current, first)?.scrollIntoView({ block: 'start' });
  }, []);
  useFollow(scroller, list, follow);
  useEndTracking(scroller, (atEnd) => (follow.current = atEnd && header.status === 'active'));
  useRest(scroller, () => {
    const top = scroller.current === null ? 0 : topRow(scroller.current, list.current);
    model.keepTurn(follow.current || top === 0 ? undefined : top + header.droppedTurns);
  });
  const focus = (position: number) => {
    keep(position);
    const target = row(list.current, position);
    target?.focus({ preventScroll: true });
    target?.scrollIntoView({ block: 'nearest' });
  };
  return { scroller, list, active, focus, keep };
}

/** Returns the turn Tab reaches: the last one focused, adjusted for turns dropped since. */
function useActive(
  { status, droppedTurns }: ContextHeader,
  total: number,
): { active: number; keep: (position: number) => void } {
  const [focused, setFocused] = useState<number | undefined>();
  const begin = status === 'active' ? total - 1 : 0;
  const wanted = focused === undefined ? begin : focused - droppedTurns;
  return {
    active: Math.max(0, Math.min(wanted, total - 1)),
    keep: (position) => setFocused(position + droppedTurns),
  };
}

/** Keeps the end visible while the user is there, even if rows turn out taller than estimated. */
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

/** Reports when the user reaches or leaves the end; growing rows do not count as leaving. */
function useEndTracking(scroller: RefObject<HTMLElement | null>, report: (atEnd: boolean) => void): void {
  const before = useRef(0);
  useScroll(scroller, ({ scrollHeight, scrollTop, clientHeight }) => {
    if (scrollHeight - scrollTop - clientHeight <= endThreshold) report(true);
    else if (scrollTop < before.current) report(false);
    before.current = scrollTop;
  });
}

/** Calls back when scrolling has paused. */
function useRest(scroller: RefObject<HTMLElement | null>, report: () => void): void {
  const latest = useRef(report);
  latest.current = report;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useScroll(scroller, () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(), rememberAfter);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}

function useScroll(scroller: RefObject<HTMLElement | null>, onScroll: (element: HTMLElement) => void): void {
  const latest = useRef(onScroll);
  latest.current = onScroll;
  // Runs before the first scroll event, with which later ones are compared.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const listener = () => latest.current(element);
    element.addEventListener('scroll', listener, { passive: true });
    return () => element.removeEventListener('scroll', listener);
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

import { useCallback, useEffect, useReducer, useRef, useState } from 'preact/hooks';
import type { SessionFind, SessionPaneAction } from '../../protocol/sessionPane.ts';
import type { SessionModel } from './sessionModel.ts';

/** What is typed goes to the extension after this silence. Milliseconds. */
const typingPause = 150;
const none: readonly number[] = [];

/** What is looked for in a session and where the reader is among the matches. */
export interface Finding {
  /** How often the bar was opened; 0 while it is closed. */
  readonly opened: number;
  readonly typed: string;
  /** What the latest state looked for; empty for nothing. */
  readonly query: string;
  /** Whether the matches are those of what is typed. */
  readonly known: boolean;
  readonly matches: readonly number[];
  /** Which of the matches the reader is at; -1 for none. */
  readonly index: number;
  readonly current: number | undefined;
  readonly open: () => void;
  readonly close: () => void;
  readonly type: (text: string) => void;
  /** To the next match, or with -1 to the one before; from the last to the first. */
  readonly go: (step: 1 | -1) => void;
}

/** Looks for things through the extension, which knows the whole session, and takes the reader to them. */
export function useFinding(
  model: SessionModel,
  found: SessionFind | undefined,
  send: (action: SessionPaneAction) => void,
): Finding {
  const [opened, setOpened] = useState(0);
  const [typed, setTyped] = useState('');
  const [current, setCurrent] = useState<number | undefined>(undefined);
  const [, renderAgain] = useReducer((version: number) => version + 1, 0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const query = opened === 0 ? '' : (found?.query ?? '');
  const matches = query === '' ? none : (found?.matches ?? none);
  const goTo = useCallback(
    (position: number | undefined) => {
      setCurrent(position);
      if (position === undefined) return;
      model.list.reveal(position);
      renderAgain(undefined);
    },
    [model],
  );
  // To the match nearest below the top of what is in view, as soon as it is known.
  useEffect(() => {
    const top = model.list.firstInView;
    goTo(query === '' ? undefined : (matches.find((position) => position >= top) ?? matches[0]));
  }, [query]);
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => send({ type: 'find', query: text }), typingPause);
  };
  const close = () => {
    clearTimeout(timer.current);
    setOpened(0);
    setTyped('');
    send({ type: 'find', query: '' });
    document.querySelector<HTMLElement>('.scroller')?.focus({ preventScroll: true });
  };
  const go = (step: 1 | -1) => goTo(neighbour(matches, current, step));
  return {
    ...{ opened, typed, query, matches, current, type, close, go },
    known: typed === query,
    index: current === undefined ? -1 : matches.indexOf(current),
    open: () => setOpened((count) => count + 1),
  };
}

function neighbour(matches: readonly number[], from: number | undefined, step: 1 | -1): number | undefined {
  if (from === undefined) return matches[0];
  if (step === 1) return matches.find((position) => position > from) ?? matches[0];
  return matches.findLast((position) => position < from) ?? matches.at(-1);
}

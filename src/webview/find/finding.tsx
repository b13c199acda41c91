import type { JSX, TargetedKeyboardEvent } from 'preact';
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';
import { maxFindText, summaryPosition, type FindAction, type PaneFind } from '../../protocol/find.ts';
import { fill } from '../../protocol/format.ts';
import { IconButton } from '../base/buttons.tsx';
import { useContent } from '../base/content.tsx';
import type { Positioned } from '../messages/messageCache.ts';
import type { WindowedList } from '../messages/windowedList.ts';

/** How long typing must pause before the search starts. Milliseconds. */
const typingPauseMs = 150;
const none: readonly number[] = [];

/** A search in a conversation, and the current match. */
export interface FindInPane {
  /** Number of times the bar was opened; 0 while closed. */
  readonly opened: number;
  readonly typed: string;
  /** Search text of the latest state; empty for none. */
  readonly query: string;
  /** Whether the matches are for the typed text. */
  readonly known: boolean;
  readonly matches: readonly number[];
  /** Index of the current match; -1 for none. */
  readonly index: number;
  readonly current: number | undefined;
  readonly open: () => void;
  readonly close: () => void;
  readonly type: (text: string) => void;
  /** Moves to the next match, or with -1 to the previous one, wrapping around. */
  readonly go: (step: 1 | -1) => void;
}

/** What a search needs from its pane. */
export interface FindHost {
  /** The matches known so far. */
  readonly found: PaneFind | undefined;
  /** Starts a search; an empty text ends it. */
  readonly search: (query: string) => void;
  /** Scrolls to a message. */
  readonly reveal: (position: number) => void;
  /** Position of the first visible message. */
  readonly firstInView: () => number;
}

/** Searches the whole conversation and scrolls to matches. Opens with the editor's key. */
export function useFinding({ found, search, reveal, firstInView }: FindHost): FindInPane {
  const [opened, setOpened] = useState(0);
  const [typed, setTyped] = useState('');
  const [current, setCurrent] = useState<number | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const query = opened === 0 ? '' : (found?.query ?? '');
  const matches = query === '' ? none : (found?.matches ?? none);
  const goTo = (position: number | undefined) => {
    setCurrent(position);
    if (position !== undefined) reveal(position);
  };
  // Goes to the first match below the top of the view, once known.
  useEffect(() => {
    const top = query === '' ? 0 : firstInView();
    goTo(query === '' ? undefined : (matches.find((position) => position >= top) ?? matches[0]));
  }, [query]);
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(text), typingPauseMs);
  };
  const close = () => {
    clearTimeout(timer.current);
    setOpened(0);
    setTyped('');
    search('');
    document.querySelector<HTMLElement>('.scroller, .turns-scroller')?.focus({ preventScroll: true });
  };
  const go = (step: 1 | -1) => goTo(neighbour(matches, current, step));
  const open = () => setOpened((count) => count + 1);
  useFindKey(open);
  return {
    opened,
    typed,
    query,
    matches,
    current,
    type,
    close,
    go,
    open,
    known: typed === query,
    index: current === undefined ? -1 : matches.indexOf(current),
  };
}

/** Opens the bar with the editor's key for finding. */
function useFindKey(open: () => void): void {
  useLayoutEffect(() => {
    const listening = new AbortController();
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey)) return;
      if (event.shiftKey || event.altKey) return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', onKey, { signal: listening.signal });
    return () => listening.abort();
  }, []);
}

function neighbour(matches: readonly number[], from: number | undefined, step: 1 | -1): number | undefined {
  if (from === undefined) return matches[0];
  if (step === 1) return matches.find((position) => position > from) ?? matches[0];
  return matches.findLast((position) => position < from) ?? matches.at(-1);
}

/** Searches a list that is only partly in the page, through the extension. */
export function useListFinding<M extends Positioned>(
  list: WindowedList<M>,
  found: PaneFind | undefined,
  send: (action: FindAction) => void,
): FindInPane {
  const [, renderAgain] = useReducer((version: number) => version + 1, 0);
  return useFinding({
    found,
    search: (query) => send({ type: 'find', query }),
    reveal: (position) => {
      if (position !== summaryPosition) list.reveal(position);
      renderAgain(undefined);
    },
    firstInView: () => list.firstInView,
  });
}

/** The find bar, which searches the whole conversation, including messages not in the page. */
export function FindBar({ finding }: { finding: FindInPane }): JSX.Element {
  const { strings, format, announce } = useContent();
  const { typed, matches, index, known } = finding;
  const input = useRef<HTMLInputElement>(null);
  // Immediately, since the user may be typing by the next frame.
  useLayoutEffect(() => input.current?.select(), [finding.opened]);
  const matchText =
    matches.length === 0
      ? strings.findNothing
      : fill(strings.findPlace, format.count(index + 1), format.count(matches.length));
  const shownText = typed === '' || !known ? '' : matchText;
  useEffect(() => {
    if (shownText !== '') announce(shownText);
  }, [announce, shownText]);
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') finding.close();
    else if (event.key === 'Enter' && event.target === input.current) finding.go(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  };
  return (
    <div class="find-bar" role="search" onKeyDown={onKeyDown}>
      <input
        ref={input}
        type="text"
        class="find-input"
        aria-label={strings.findInput}
        placeholder={strings.findInput}
        maxLength={maxFindText}
        value={typed}
        onInput={({ currentTarget }) => finding.type(currentTarget.value)}
      />
      <span class="find-place">{shownText}</span>
      <IconButton icon="arrow-up" label={strings.findPrevious} onPress={() => finding.go(-1)} />
      <IconButton icon="arrow-down" label={strings.findNext} onPress={() => finding.go(1)} />
      <IconButton icon="close" label={strings.findClose} onPress={finding.close} />
    </div>
  );
}

import type { JSX, TargetedKeyboardEvent } from 'preact';
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';
import { maxFindText, summaryPosition, type FindAction, type PaneFind } from '../../protocol/find.ts';
import { fill } from '../../protocol/format.ts';
import { IconButton } from '../base/buttons.tsx';
import { useContent } from '../base/content.tsx';
import type { Positioned } from '../messages/messageCache.ts';
import type { WindowedList } from '../messages/windowedList.ts';

/** How long typing must pause before the extension gets the text. Milliseconds. */
const typingPause = 150;
const none: readonly number[] = [];

/** What is looked for in a conversation and where the reader is among the matches. */
export interface FindInPane {
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

/** What a search needs of its pane. */
export interface FindOutlets {
  /** The matches, as far as the pane knows them. */
  readonly found: PaneFind | undefined;
  /** Starts a search for it; an empty text ends the search. */
  readonly look: (query: string) => void;
  /** Takes the reader to a message. */
  readonly reveal: (position: number) => void;
  /** The position of the first message in view. */
  readonly firstInView: () => number;
}

/** Looks for things in the whole conversation, and takes the reader to them. Opens with the keys of the editor. */
export function useFinding({ found, look, reveal, firstInView }: FindOutlets): FindInPane {
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
  // To the match nearest below the top of what is in view, as soon as it is known.
  useEffect(() => {
    const top = query === '' ? 0 : firstInView();
    goTo(query === '' ? undefined : (matches.find((position) => position >= top) ?? matches[0]));
  }, [query]);
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => look(text), typingPause);
  };
  const close = () => {
    clearTimeout(timer.current);
    setOpened(0);
    setTyped('');
    look('');
    document.querySelector<HTMLElement>('.scroller, .turns-scroller')?.focus({ preventScroll: true });
  };
  const go = (step: 1 | -1) => goTo(neighbour(matches, current, step));
  const open = () => setOpened((count) => count + 1);
  useFindKey(open);
  return {
    ...{ opened, typed, query, matches, current, type, close, go, open },
    known: typed === query,
    index: current === undefined ? -1 : matches.indexOf(current),
  };
}

/** Opens the bar with the keys the editor uses for finding. */
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

/** Finds in a list of which the page holds a part only: through the extension, which knows all of it. */
export function useListFinding<M extends Positioned>(
  list: WindowedList<M>,
  found: PaneFind | undefined,
  send: (action: FindAction) => void,
): FindInPane {
  const [, renderAgain] = useReducer((version: number) => version + 1, 0);
  return useFinding({
    found,
    look: (query) => send({ type: 'find', query }),
    reveal: (position) => {
      if (position !== summaryPosition) list.reveal(position);
      renderAgain(undefined);
    },
    firstInView: () => list.firstInView,
  });
}

/** The bar to look for something in the whole conversation, also in what is not in the page. */
export function FindBar({ finding }: { finding: FindInPane }): JSX.Element {
  const { strings, format, announce } = useContent();
  const { typed, matches, index, known } = finding;
  const input = useRef<HTMLInputElement>(null);
  // At once: after the next frame the reader may have typed already.
  useLayoutEffect(() => input.current?.select(), [finding.opened]);
  const place =
    matches.length === 0
      ? strings.findNothing
      : fill(strings.findPlace, format.count(index + 1), format.count(matches.length));
  const told = typed === '' || !known ? '' : place;
  useEffect(() => {
    if (told !== '') announce(told);
  }, [announce, told]);
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
      <span class="find-place">{told}</span>
      <IconButton icon="arrow-up" label={strings.findPrevious} onPress={() => finding.go(-1)} />
      <IconButton icon="arrow-down" label={strings.findNext} onPress={() => finding.go(1)} />
      <IconButton icon="close" label={strings.findClose} onPress={finding.close} />
    </div>
  );
}

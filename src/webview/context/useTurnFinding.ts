import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { ContextPaneState } from '../../protocol/contextPane.ts';
import { holds } from '../../protocol/find.ts';
import { useFinding, type Finding } from '../find/useFinding.ts';

/** A turn the reader was taken to is lit up for so long. Milliseconds. */
const flashTime = 2_000;

/** Finds among the turns of a context, which the page holds all, and takes the reader where the extension says. */
export function useTurnFinding(state: ContextPaneState): Finding {
  const { turns } = state;
  const [query, look] = useState('');
  const found = useMemo(() => {
    const matches = turns.flatMap(({ text }, position) => (holds(text, query) ? [position] : []));
    return query === '' ? undefined : { query, matches };
  }, [turns, query]);
  useLayoutEffect(() => {
    if (state.reveal !== undefined) revealTurn(state.reveal);
  }, [state]);
  return useFinding({ found, look, reveal: revealTurn, firstInView });
}

function revealTurn(position: number): void {
  const row = document.querySelector(`.turn[data-position="${position}"]`);
  row?.scrollIntoView({ block: 'center' });
  row?.classList.add('message-flash');
  setTimeout(() => row?.classList.remove('message-flash'), flashTime);
}

/** The first turn that is at least partly in view. */
function firstInView(): number {
  const top = document.querySelector('.turns-scroller')?.getBoundingClientRect().top ?? 0;
  const rows = [...document.querySelectorAll('.turn')];
  return Math.max(
    0,
    rows.findIndex((row) => row.getBoundingClientRect().bottom > top + 1),
  );
}

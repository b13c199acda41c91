import { useReducer } from 'preact/hooks';
import { summaryPosition, type FindAction, type PaneFind } from '../../protocol/find.ts';
import type { Placed } from '../messages/messageCache.ts';
import type { WindowedList } from '../messages/windowedList.ts';
import { useFinding, type Finding } from './useFinding.ts';

/** Finds in a list of which the page holds a part only: through the extension, which knows all of it. */
export function useListFinding<M extends Placed>(
  list: WindowedList<M>,
  found: PaneFind | undefined,
  send: (action: FindAction) => void,
): Finding {
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

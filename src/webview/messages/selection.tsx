import { createContext, type JSX } from 'preact';
import { useCallback, useContext, useEffect, useMemo, useState } from 'preact/hooks';
import { fill } from '../../protocol/format.ts';
import { maxSelected, type MessageAction } from '../../protocol/paneMessages.ts';
import { IconButton, CopyButton } from '../base/buttons.tsx';
import { useContent } from '../base/content.tsx';

/** The messages that the reader selected, by their places in the conversation. */
export interface Selection {
  readonly chosen: ReadonlySet<number>;
  /** Selects a message, or with `on` false no more; without it the other of both. */
  readonly choose: (place: number, on?: boolean) => void;
  readonly clear: () => void;
}

const none: Selection = { chosen: new Set(), choose: () => undefined, clear: () => undefined };

export const SelectionContext = createContext<Selection>(none);

export const useSelected = (): Selection => useContext(SelectionContext);

/** A selection that lasts as long as what it is of. */
export function useSelection(of: string): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(none.chosen);
  useEffect(() => setChosen(none.chosen), [of]);
  const choose = useCallback((place: number, on?: boolean) => {
    setChosen((before) => {
      const wanted = on ?? !before.has(place);
      const rest = [...before].filter((each) => each !== place);
      return new Set(wanted && rest.length < maxSelected ? [...rest, place] : rest);
    });
  }, []);
  return useMemo(() => ({ chosen, choose, clear: () => setChosen(none.chosen) }), [chosen]);
}

/** Selects a message; Space does the same. */
export function SelectButton({ place }: { place: number }): JSX.Element {
  const { strings } = useContent();
  const { chosen, choose } = useSelected();
  const pressed = chosen.has(place);
  return (
    <IconButton
      icon={pressed ? 'pass-filled' : 'circle-large-outline'}
      label={strings.selectMessage}
      pressed={pressed}
      onPress={() => choose(place)}
    />
  );
}

interface SelectionBarProps {
  readonly send: (action: MessageAction) => void;
  /** What sharing them is called; absent where nothing can be shared. */
  readonly share?: string;
}

/** What can be done with the selected messages; nothing while there are none. */
export function SelectionBar({ send, share }: SelectionBarProps): JSX.Element | null {
  const { strings, format, announce } = useContent();
  const { chosen, clear } = useSelected();
  const text = fill(
    chosen.size === 1 ? strings.selectedMessage : strings.selectedMessages,
    format.count(chosen.size),
  );
  useEffect(() => {
    if (chosen.size > 0) announce(text);
  }, [chosen]);
  if (chosen.size === 0) return null;
  return (
    <div class="find-bar selection-bar" role="group" aria-label={text}>
      <span>{text}</span>
      <CopyButton
        label={strings.copyMarkdown}
        onCopy={() => send({ type: 'copyMarkdown', places: [...chosen] })}
      />
      {share !== undefined && (
        <IconButton
          icon="organization"
          label={share}
          onPress={() => send({ type: 'shareMessages', places: [...chosen] })}
        />
      )}
      <IconButton icon="close" label={strings.clearSelection} onPress={clear} />
    </div>
  );
}

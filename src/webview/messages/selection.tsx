import { createContext, type ComponentChildren, type JSX } from 'preact';
import { useCallback, useContext, useEffect, useMemo, useState } from 'preact/hooks';
import { fill } from '../../protocol/format.ts';
import { maxSelected, type MessageAction } from '../../protocol/paneMessages.ts';
import { IconButton, CopyButton } from '../base/buttons.tsx';
import { useContent } from '../base/content.tsx';

/** Selected messages, by their indexes in the conversation. */
export interface Selection {
  readonly chosen: ReadonlySet<number>;
  /** Selects a message, deselects it if `on` is false, or toggles it without `on`. */
  readonly choose: (index: number, on?: boolean) => void;
  readonly clear: () => void;
}

const none: Selection = { chosen: new Set(), choose: () => undefined, clear: () => undefined };

export const SelectionContext = createContext<Selection>(none);

export const useSelected = (): Selection => useContext(SelectionContext);

/** Creates a selection that is cleared when `of` changes. */
export function useSelection(of: string): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(none.chosen);
  useEffect(() => setChosen(none.chosen), [of]);
  const choose = useCallback((index: number, on?: boolean) => {
    setChosen((before) => {
      const wanted = on ?? !before.has(index);
      const rest = [...before].filter((each) => each !== index);
      return new Set(wanted && rest.length < maxSelected ? [...rest, index] : rest);
    });
  }, []);
  return useMemo(() => ({ chosen, choose, clear: () => setChosen(none.chosen) }), [chosen]);
}

/** Button that selects a message; Space does the same. */
export function SelectButton({ index }: { index: number }): JSX.Element {
  const { strings } = useContent();
  const { chosen, choose } = useSelected();
  const pressed = chosen.has(index);
  return (
    <IconButton
      icon={pressed ? 'pass-filled' : 'circle-large-outline'}
      label={strings.selectMessage}
      pressed={pressed}
      onPress={() => choose(index)}
    />
  );
}

interface SelectionBarProps {
  readonly send: (action: MessageAction) => void;
  /** Label of the share button; absent if sharing is not possible. */
  readonly share?: string;
  /** Further actions. */
  readonly children?: ComponentChildren;
}

/** Actions for the selected messages; nothing without any. */
export function SelectionBar({ send, share, children }: SelectionBarProps): JSX.Element | null {
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
      {children}
      <IconButton icon="close" label={strings.clearSelection} onPress={clear} />
    </div>
  );
}

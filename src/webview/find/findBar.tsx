import type { JSX, TargetedKeyboardEvent } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { maxFindText } from '../../protocol/find.ts';
import { fill } from '../../protocol/format.ts';
import { IconButton } from '../base/buttons.tsx';
import { useContent } from '../base/content.tsx';
import type { Finding } from './useFinding.ts';

/** The bar to look for something in the whole conversation, also in what is not in the page. */
export function FindBar({ finding }: { finding: Finding }): JSX.Element {
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

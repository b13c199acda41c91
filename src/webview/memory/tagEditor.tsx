import type { JSX, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { fill } from '../../protocol/format.ts';
import { useUniqueId } from '../base/uniqueId.ts';
import { useMemoryPane } from './memoryServices.ts';

interface TagEditorProps {
  readonly tags: readonly string[];
  readonly knownTags: readonly string[];
  readonly editable: boolean;
}

/** The tags of a memory; if editable, they can be added and removed, also with the keyboard. */
export function TagEditor({ tags, knownTags, editable }: TagEditorProps): JSX.Element {
  const { strings } = useMemoryPane();
  const list = useRef<HTMLDivElement>(null);
  useFocusAfterRemoval(list, tags);
  return (
    <div class="tags" ref={list}>
      <span class="codicon codicon-tag" aria-hidden="true" />
      {tags.length > 0 && (
        <ul class="tag-list" data-one-stop aria-label={strings.tags}>
          {tags.map((tag) => (
            <li key={tag} class="tag">
              <span class="tag-name">{tag}</span>
              {editable && <RemoveButton tag={tag} />}
            </li>
          ))}
        </ul>
      )}
      {tags.length === 0 && !editable && <span>{strings.noTags}</span>}
      {editable && <TagField tags={tags} knownTags={knownTags} />}
    </div>
  );
}

function RemoveButton({ tag }: { tag: string }): JSX.Element {
  const { strings, send, announce } = useMemoryPane();
  const label = fill(strings.removeTag, tag);
  const remove = () => {
    send({ type: 'removeTag', tag });
    announce(fill(strings.tagRemoved, tag));
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLButtonElement>) => {
    if (event.key === 'Delete' || event.key === 'Backspace') remove();
  };
  return (
    <button
      type="button"
      class="tag-remove codicon codicon-close"
      title={label}
      aria-label={label}
      onClick={remove}
      onKeyDown={onKeyDown}
    />
  );
}

/** Enter adds the typed tags, separated by commas; Backspace in an empty field removes the last tag. */
function TagField({ tags, knownTags }: Omit<TagEditorProps, 'editable'>): JSX.Element {
  const { strings, send, announce } = useMemoryPane();
  const [text, setText] = useState('');
  const choices = useUniqueId();
  const add = () => {
    const added = tagsIn(text);
    if (added.length === 0) return;
    send({ type: 'addTags', tags: added });
    announce(added.map((tag) => fill(strings.tagAdded, tag)).join(', '));
    setText('');
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>) => {
    if (event.isComposing) return;
    const last = tags.at(-1);
    if (event.key === 'Enter') add();
    else if (event.key === 'Escape') setText('');
    else if (event.key === 'Backspace' && text === '' && last !== undefined)
      send({ type: 'removeTag', tag: last });
  };
  return (
    <>
      <input
        class="tag-field"
        type="text"
        aria-label={strings.addTag}
        placeholder={strings.addTag}
        list={choices}
        value={text}
        maxLength={1_000}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <datalist id={choices}>
        {knownTags
          .filter((tag) => !tags.includes(tag))
          .map((tag) => (
            <option key={tag} value={tag} />
          ))}
      </datalist>
    </>
  );
}

const tagsIn = (text: string): string[] =>
  text
    .split(/[,，、]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

/**
 * Moves the focus from a removed tag's button to the next one, or else to the field, unless the user has left the
 * pane.
 */
function useFocusAfterRemoval(list: { readonly current: HTMLElement | null }, tags: readonly string[]): void {
  const focused = useRef(-1);
  const buttons = (): HTMLElement[] => [
    ...(list.current?.querySelectorAll<HTMLElement>('.tag-remove, .tag-field') ?? []),
  ];
  useLayoutEffect(() => {
    if (!document.hasFocus()) return;
    if (document.activeElement === document.body && focused.current >= 0) {
      const left = buttons();
      left[Math.min(focused.current, left.length - 1)]?.focus();
    }
  }, [tags]);
  useLayoutEffect(() => {
    const container = list.current;
    const onFocus = ({ target }: FocusEvent) =>
      (focused.current = buttons().findIndex((button) => button === target));
    const onBlur = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) focused.current = -1;
    };
    container?.addEventListener('focusin', onFocus);
    container?.addEventListener('focusout', onBlur);
    return () => {
      container?.removeEventListener('focusin', onFocus);
      container?.removeEventListener('focusout', onBlur);
    };
  }, []);
}

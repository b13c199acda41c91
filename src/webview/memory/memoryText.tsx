import type { JSX, TargetedKeyboardEvent } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { MemoryPaneState, PaneVersion } from '../../protocol/memoryPane.ts';
import { Markdown } from '../base/content.tsx';
import { When } from '../base/facts.tsx';
import { Notice } from '../base/notices.tsx';
import { Panel } from '../base/panel.tsx';
import { EditorButtons } from '../base/buttons.tsx';
import { useMemoryPane } from './memoryServices.ts';

/** Unsaved text of a memory. */
export interface TextDraft {
  /** Hash of the text being edited. */
  readonly of: string;
  readonly text: string;
}

interface MemoryTextProps {
  readonly state: MemoryPaneState;
  readonly draft: TextDraft | undefined;
  readonly onDraft: (draft: TextDraft | undefined) => void;
}

/** The text of a memory, or its editor. */
export function MemoryText({ state, draft, onDraft }: MemoryTextProps): JSX.Element {
  const { strings } = useMemoryPane();
  const { content, hash } = state.memory;
  // The saved text has arrived.
  useEffect(() => {
    if (draft !== undefined && draft.of !== hash && draft.text === content) onDraft(undefined);
  }, [draft, hash, content]);
  if (draft !== undefined && state.editable) return <TextEditor {...{ state, draft, onDraft }} />;
  return (
    // Focusable, so that the keyboard can scroll it.
    <section class="memory-content" aria-label={strings.memory} tabIndex={0}>
      <Markdown text={content} />
    </section>
  );
}

/** Text editor: Ctrl+Enter saves, Escape cancels. Warns before replacing a concurrent edit. */
function TextEditor({ state, draft, onDraft }: MemoryTextProps & { draft: TextDraft }): JSX.Element {
  const { strings, send } = useMemoryPane();
  const field = useRef<HTMLTextAreaElement>(null);
  const { hash, content } = state.memory;
  useLayoutEffect(() => field.current?.focus(), []);
  const cancel = () => onDraft(undefined);
  const save = () => {
    const text = field.current?.value ?? '';
    if (text.trim() === '') return;
    if (text === content) cancel();
    else send({ type: 'editContent', hash, content: text });
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLTextAreaElement>) => {
    if (event.isComposing) return;
    const isSave = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (!isSave && event.key !== 'Escape') return;
    event.preventDefault();
    if (isSave) save();
    else cancel();
  };
  return (
    <section class="memory-content memory-editor" aria-label={strings.memory}>
      {draft.of !== hash && <Notice kind="warning">{strings.editedMeanwhile}</Notice>}
      <textarea
        ref={field}
        aria-label={strings.memoryText}
        defaultValue={draft.text}
        onInput={({ currentTarget }) => onDraft({ ...draft, text: currentTarget.value })}
        onKeyDown={onKeyDown}
      />
      <EditorButtons done={strings.save} onDone={save} cancel={strings.cancel} onCancel={cancel} />
    </section>
  );
}

/** Former texts of a memory, each with a button to restore it; nothing if it was never edited. */
export function VersionsPanel({ state }: { state: MemoryPaneState }): JSX.Element | null {
  const { strings } = useMemoryPane();
  const { memory, versions, editable } = state;
  if (versions.length === 0) return null;
  return (
    <Panel title={strings.versions}>
      <ul class="similar">
        {versions.map((version) => (
          <Version key={version.content} {...{ version, hash: memory.hash, editable }} />
        ))}
      </ul>
    </Panel>
  );
}

interface VersionProps {
  readonly version: PaneVersion;
  /** Hash of the memory. */
  readonly hash: string;
  readonly editable: boolean;
}

function Version({ version: { content, at }, hash, editable }: VersionProps): JSX.Element {
  const { strings, send } = useMemoryPane();
  return (
    <li>
      <div class="version-text">{content}</div>
      <div class="similar-about">
        <When ts={at} text={strings.versionWhen} hint={strings.versionAt} />
        {editable && (
          <>
            {' · '}
            <button
              type="button"
              class="link-button"
              onClick={() => send({ type: 'editContent', hash, content })}
            >
              {strings.restoreVersion}
            </button>
          </>
        )}
      </div>
    </li>
  );
}

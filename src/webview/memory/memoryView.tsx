import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { defined } from '../../protocol/json.ts';
import { fill } from '../../protocol/format.ts';
import type { Json, JsonRecord } from '../../protocol/json.ts';
import type {
  MemoryPaneAction,
  MemoryPaneContent,
  MemoryPaneMemory,
  MemoryPaneState,
  SimilarMemory,
} from '../../protocol/memoryPane.ts';
import type { Host } from '../base/host.ts';
import { Failure } from '../base/notices.tsx';
import { Panel } from '../base/panel.tsx';
import { MemoryHeader } from './memoryHeader.tsx';
import { MemoryText, VersionsPanel, type TextDraft } from './memoryText.tsx';
import { MemoryFrame, useMemoryPane } from './memoryServices.ts';
import { TagEditor } from './tagEditor.tsx';

export type MemoryHost = Host<MemoryPaneAction, MemoryPaneMemory>;

interface MemoryViewProps {
  readonly content: MemoryPaneContent;
  readonly host: MemoryHost;
}

/** The memory pane: a memory with related information, or why it cannot be shown. */
export function MemoryView({ content, host }: MemoryViewProps): JSX.Element {
  return (
    <MemoryFrame content={content} host={host}>
      {content.type === 'failure' ? (
        <Failure failure={content} />
      ) : (
        <Content key={keyOf(content)} state={content} host={host} />
      )}
    </MemoryFrame>
  );
}

interface ContentProps {
  readonly state: MemoryPaneState;
  readonly host: MemoryHost;
}

function Content({ state, host }: ContentProps): JSX.Element {
  const [draft, setDraft] = useState(() => draftOf(host, state));
  const onDraft = (next: TextDraft | undefined) => {
    setDraft(next);
    host.remember({ ...state.resource, ...defined({ draft: next }) });
  };
  const { memory, similar, knownTags, editable } = state;
  return (
    <div class="context memory">
      <MemoryHeader
        {...{ memory, editable }}
        onEdit={() => onDraft(draft ?? { of: memory.hash, text: memory.content })}
      >
        <TagEditor tags={memory.tags} knownTags={knownTags} editable={editable} />
      </MemoryHeader>
      <div class="context-columns">
        <MemoryText {...{ state, draft, onDraft }} />
        <div class="side" tabIndex={0}>
          <VersionsPanel state={state} />
          <SimilarPanel similar={similar} />
          <MetadataPanel metadata={memory.metadata} />
        </div>
      </div>
    </div>
  );
}

/** Identifies an edited memory by its first text. */
const keyOf = ({ resource, memory, versions }: MemoryPaneState): string =>
  `${resource.folder}\n${versions.at(-1)?.hash ?? memory.hash}`;

/** Returns unsaved text from before a reload, of this memory or one of its former texts. */
function draftOf(host: MemoryHost, { resource, memory, versions }: MemoryPaneState): TextDraft | undefined {
  const left = host.recall();
  if (left?.folder !== resource.folder) return undefined;
  const own = [memory.hash, ...versions.map(({ hash }) => hash)];
  return left.draft && own.includes(left.draft.of) ? left.draft : undefined;
}

/** Links to similar memories. */
function SimilarPanel({ similar }: { similar: readonly SimilarMemory[] }): JSX.Element {
  const { strings } = useMemoryPane();
  return (
    <Panel title={strings.similar}>
      {similar.length === 0 ? (
        <p class="summary-empty">{strings.noSimilar}</p>
      ) : (
        <ul class="similar" data-one-stop>
          {similar.map((memory) => (
            <Similar key={memory.hash} memory={memory} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Similar({ memory }: { memory: SimilarMemory }): JSX.Element {
  const { strings, format, send } = useMemoryPane();
  const { hash, title, tags, similarity } = memory;
  return (
    <li>
      <button type="button" class="link-button" onClick={() => send({ type: 'openMemory', hash })}>
        {title}
      </button>
      <div class="similar-about">
        {[fill(strings.similarity, format.percent(similarity)), ...tags].join(' · ')}
      </div>
    </li>
  );
}

/** All other fields of a memory. */
function MetadataPanel({ metadata }: { metadata: JsonRecord }): JSX.Element {
  const { strings } = useMemoryPane();
  const fields = Object.entries(metadata);
  return (
    <Panel title={strings.metadata}>
      {fields.length === 0 ? (
        <p class="summary-empty">{strings.noMetadata}</p>
      ) : (
        <dl class="metadata">
          {fields.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{shown(value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  );
}

/** Formats simple values as text, others as JSON. */
function shown(value: Json): JSX.Element | string {
  if (typeof value === 'string') return value;
  return <code>{JSON.stringify(value, undefined, 2)}</code>;
}

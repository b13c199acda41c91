import type { JSX } from 'preact';
import type {
  MemoryPaneAction,
  MemoryPaneContent,
  MemoryPaneMemory,
  MemoryPaneState,
} from '../../protocol/memoryPane.ts';
import { Failure } from '../base/failure.tsx';
import { Markdown } from '../base/markdownView.tsx';
import type { Host } from '../base/vscodeApi.ts';
import { MemoryHeader } from './memoryHeader.tsx';
import { MemoryFrame, useMemoryPane } from './memoryServices.ts';
import { MetadataPanel } from './metadataPanel.tsx';
import { SimilarPanel } from './similarPanel.tsx';
import { TagEditor } from './tagEditor.tsx';

interface MemoryViewProps {
  readonly content: MemoryPaneContent;
  readonly host: Host<MemoryPaneAction, MemoryPaneMemory>;
}

/** The whole pane: one memory with what is known of it, or why it cannot be shown. */
export function MemoryView({ content, host }: MemoryViewProps): JSX.Element {
  const { folder, hash } = content.resource;
  return (
    <MemoryFrame content={content} host={host}>
      {content.type === 'failure' ? (
        <Failure failure={content} />
      ) : (
        <Content key={`${folder}\n${hash}`} state={content} />
      )}
    </MemoryFrame>
  );
}

function Content({ state }: { state: MemoryPaneState }): JSX.Element {
  const { strings } = useMemoryPane();
  const { memory, similar, knownTags, editable } = state;
  return (
    <div class="context memory">
      <MemoryHeader memory={memory} editable={editable}>
        <TagEditor tags={memory.tags} knownTags={knownTags} editable={editable} />
      </MemoryHeader>
      <div class="context-columns">
        {/* It scrolls, so it must be reached with the keyboard. */}
        <section class="memory-content" aria-label={strings.memory} tabIndex={0}>
          <Markdown text={memory.content} />
        </section>
        <div class="side" tabIndex={0}>
          <SimilarPanel similar={similar} />
          <MetadataPanel metadata={memory.metadata} />
        </div>
      </div>
    </div>
  );
}

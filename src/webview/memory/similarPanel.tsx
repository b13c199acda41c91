import type { JSX } from 'preact';
import type { SimilarMemory } from '../../protocol/memoryPane.ts';
import { Panel } from '../base/panel.tsx';
import { fill } from '../../protocol/format.ts';
import { useMemoryPane } from './memoryServices.ts';

/** Other memories about much the same, each a way to it. */
export function SimilarPanel({ similar }: { similar: readonly SimilarMemory[] }): JSX.Element {
  const { strings } = useMemoryPane();
  return (
    <Panel title={strings.similar}>
      {similar.length === 0 ? (
        <p class="summary-empty">{strings.noSimilar}</p>
      ) : (
        <ul class="similar">
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

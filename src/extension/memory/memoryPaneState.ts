import { workspace } from 'vscode';
import type { MemoryPaneFailure, MemoryPaneState, SimilarMemory } from '../../protocol/memoryPane.ts';
import { memoryPaneStrings, type MemoryPaneStrings } from '../../protocol/memoryPaneStrings.ts';
import { firstLine } from '../base/notices.ts';
import { paneFailure, paneTexts } from '../panes/paneTexts.ts';
import { typeName } from './memoryTypes.ts';
import type { MemoryTarget } from './memoryTarget.ts';

const mostSimilar = 6;

const texts = paneTexts<MemoryPaneStrings>(memoryPaneStrings);

/** Returns the current state of a memory. Throws `not_found` if it no longer exists. */
export async function readMemoryState({ project, hash }: MemoryTarget): Promise<MemoryPaneState> {
  const memory = await project.memories.get(hash);
  const [similar, tags] = await Promise.all([similarTo({ project, hash }), project.memories.tags()]);
  return {
    type: 'state',
    resource: { folder: project.root, hash: memory.hash },
    memory: {
      hash: memory.hash,
      content: memory.content,
      tags: memory.tags,
      memoryType: typeName(memory.type),
      createdAt: memory.createdAt,
      updatedAt: memory.updatedAt,
      metadata: memory.metadata,
      archived: memory.archived !== undefined,
    },
    versions: memory.versions ?? [],
    similar,
    knownTags: tags.map(({ tag }) => tag),
    editable: workspace.isTrusted,
    ...texts(),
  };
}

/** Returns the pane's content for a memory that cannot be read. */
export const memoryFailure = ({ project, hash }: MemoryTarget, error: unknown): MemoryPaneFailure =>
  paneFailure({ folder: project.root, hash }, error, texts());

async function similarTo({ project, hash }: MemoryTarget): Promise<readonly SimilarMemory[]> {
  const found = await project.memories.similar(hash, { limit: mostSimilar });
  return found.map(({ memory, similarity }) => ({
    hash: memory.hash,
    title: firstLine(memory.content),
    tags: memory.tags,
    similarity,
  }));
}

import { commands, l10n, workspace } from 'vscode';
import { agentNameOf } from '../../agents/agents.ts';
import type { JsonRecord } from '../../protocol/json.ts';
import type { OwnAction } from '../../protocol/paneMessages.ts';
import {
  parseMemoryPaneAction,
  parseMemoryPaneMemory,
  type MemoryCommand,
  type MemoryPaneAction,
  type MemoryPaneContent,
  type MemoryPaneState,
  type MemoryPaneFailure,
  type SimilarMemory,
} from '../../protocol/memoryPane.ts';
import type { TagChange } from '../../history/memory/types.ts';
import { firstLine, offerUndo } from '../base/notices.ts';
import type { Pane, PaneParts, Restore } from '../panes/pane.ts';
import { definePaneKind, type WindowServices } from '../panes/panes.ts';
import type { ShowOptions } from '../panes/showing.ts';
import { isSameMemory, memoryTargetOf, type MemoryTarget } from './memoryTarget.ts';
import { memoryPaneStrings, type MemoryPaneStrings } from '../../protocol/memoryPaneStrings.ts';
import { paneFailure, paneTexts } from '../panes/paneTexts.ts';
import { typeName } from './memoryTypes.ts';

type MemoryAction = OwnAction<MemoryPaneAction>;

const commandIds: Readonly<Record<MemoryCommand, string>> = {
  copyLink: 'historyStore.copyLink',
  share: 'historyStore.share',
  editTags: 'historyStore.editMemoryTags',
  forget: 'historyStore.forgetMemory',
};

/** Maximum characters of a tab's title. */
const titleLength = 40;

/** The folder of the history whose changes concern memories. */
const memoryFolder = '.memory';

/** Returns the tab's title before the memory is read. */
export const provisionalTitle = (): string => l10n.t('Memory');

/** An editor tab that shows a memory. */
export type MemoryPane = Pane<MemoryTarget, MemoryPaneContent, MemoryAction>;

type Parts = PaneParts<MemoryTarget, MemoryPaneContent, MemoryAction, ShowOptions>;

const memoryParts = (pane: MemoryPane, { onError }: WindowServices): Parts => ({
  read: async (target) => shown(target, await readMemoryState(target)),
  failure: memoryFailure,
  frozen: (content) => (content.type === 'state' ? { ...content, editable: false } : content),
  run: async (action) => {
    const { project, hash } = pane.target;
    switch (action.type) {
      case 'addTags':
        return changeTags(pane, { add: action.tags });
      case 'removeTag':
        return changeTags(pane, { remove: [action.tag] });
      case 'editContent':
        return edit(pane, action, onError);
      case 'openMemory':
        pane.follow({ project, hash: action.hash });
        return;
      case 'command':
        return commands.executeCommand(commandIds[action.command], { folder: project.root, hash });
    }
  },
});

const shown = (target: MemoryTarget, content: MemoryPaneState) => ({
  content,
  title: titleOf(content.memory.content),
  target: { ...target, hash: content.memory.hash }, // it may have been edited
  folder: memoryFolder,
});

/** Changes the memory's text; the pane then shows the new version. */
async function edit(
  pane: MemoryPane,
  { hash, content }: { readonly hash: string; readonly content: string },
  onError: (error: unknown) => void,
): Promise<void> {
  if (!workspace.isTrusted) return;
  const { project } = pane.target;
  const { memories } = project;
  const before = (await memories.get(hash)).content;
  const edited = await memories.edit(hash, content);
  if (pane.target.hash === hash) pane.follow({ project, hash: edited.hash });
  const undo = () => memories.edit(edited.hash, before);
  offerUndo(l10n.t('Changed “{0}”.', firstLine(content)), undo, onError);
}

async function changeTags(pane: MemoryPane, change: TagChange): Promise<void> {
  if (!workspace.isTrusted) return;
  const { project, hash } = pane.target;
  await pane.page.inTurn(async () => {
    await project.memories.changeTags(hash, change);
  });
}

function titleOf(content: string): string {
  const line = firstLine(content) || provisionalTitle();
  return line.length > titleLength ? `${line.slice(0, titleLength - 1)}…` : line;
}

async function memoryRestorer({ project, hash }: MemoryTarget): Promise<Restore | undefined> {
  const trashed = await project.memories.trashed(hash);
  const argument = { folder: project.root, trashed };
  return trashed && (() => commands.executeCommand('historyStore.restoreMemories', argument));
}

/** The panes of memories. */
export const memoryPanes = definePaneKind((services: WindowServices) => ({
  name: 'memory',
  title: provisionalTitle,
  isSame: isSameMemory,
  remembered: (state: unknown) => memoryTargetOf(parseMemoryPaneMemory(state), services.projects),
  parse: parseMemoryPaneAction,
  parts: (pane: MemoryPane) => memoryParts(pane, services),
  restorer: memoryRestorer,
}));

const mostSimilar = 6;

const texts = paneTexts<MemoryPaneStrings>(memoryPaneStrings);

/** Returns the current state of a memory. Throws `not_found` if it no longer exists. */
async function readMemoryState({ project, hash }: MemoryTarget): Promise<MemoryPaneState> {
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
      metadata: withAgentName(memory.metadata),
      archived: memory.archived !== undefined,
    },
    versions: memory.versions ?? [],
    similar,
    knownTags: tags.map(({ tag }) => tag),
    editable: workspace.isTrusted,
    ...texts(),
  };
}

/** Returns metadata with the agent's name instead of its id. */
const withAgentName = (metadata: JsonRecord): JsonRecord =>
  typeof metadata.agent === 'string' ? { ...metadata, agent: agentNameOf(metadata.agent) } : metadata;

/** Returns the pane's content for a memory that cannot be read. */
const memoryFailure = ({ project, hash }: MemoryTarget, error: unknown): MemoryPaneFailure =>
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

import { l10n } from 'vscode';
import { type Called, chooseAll, chooseOne, chooseProject, pick, type Subject } from '../base/pick.ts';
import { firstLine, relativeTime } from '../base/notices.ts';
import type { Services } from '../base/commands.ts';
import { gone, type OpenPlace } from '../base/place.ts';
import type { RowSource, TreeRows } from '../base/rows.ts';
import type { ExportPlace } from '../export/exportPlace.ts';
import type { PaneOpener } from '../panes/showing.ts';
import type { ProjectTree } from '../tree/projectTree.ts';
import type { Node } from '../tree/nodes.ts';
import type { Arrangement } from './memoryNodes.ts';
import { isSameMemory, memoryTargetOf, type MemoryTarget } from './memoryTarget.ts';

/** What memory commands require. */
export interface MemoryServices extends Services {
  readonly memoryView: {
    readonly rows: RowSource<unknown> & Pick<TreeRows<unknown>, 'refocus' | 'focusShown'>;
    readonly tree: Pick<ProjectTree<Node>, 'repaint' | 'showMore'> & {
      readonly shown: { readonly filter: string; readonly by: Arrangement };
    };
    arrange(by: Arrangement): Promise<void>;
    filter(text: string): void;
  };
  readonly memoryPanes: PaneOpener<MemoryTarget>;
  readonly exportPlace: ExportPlace;
  readonly memoryReports: { open(name: string, text: string): Promise<void> };
}

/** Returns the memory a command was called for, or the focused one for a key in the tree; otherwise asks. */
export const chooseMemory = (
  services: MemoryServices,
  argument: unknown,
  title: string,
): Promise<MemoryTarget> => chooseOne(memories(services, title), argument);

/**
 * Returns all memories a command was called for, including the selected ones, without duplicates: one with two tags
 * is in the tree twice.
 */
export async function chooseMemories(
  services: MemoryServices,
  called: Called,
  title: string,
): Promise<readonly MemoryTarget[]> {
  const all = await chooseAll(memories(services, title), called);
  return all.filter((each, index) => all.findIndex((other) => isSameMemory(each, other)) === index);
}

const memories = ({ memoryView, projects, clock }: MemoryServices, title: string): Subject<MemoryTarget> => ({
  rows: memoryView.rows,
  kind: 'memory',
  named: (row) => memoryTargetOf(row, projects),
  ask: async (row) => {
    const project = await chooseProject(projects, row, title);
    const items = (await project.memories.list()).map(({ content, createdAt, tags, hash }) => ({
      label: firstLine(content),
      description: [relativeTime(createdAt, clock.now()), ...tags].join(' · '),
      detail: content.replaceAll(/\s+/g, ' ').slice(0, 200),
      hash,
    }));
    const options = { none: l10n.t('No memories yet.'), matchOnDetail: true };
    const { hash } = await pick(items, title, l10n.t('Choose a memory, or type to search'), options);
    return { project, hash };
  },
});

/** Opens memories by hash, the entry of the reference; the name is ignored. */
export const openMemoryPlace =
  (memoryPanes: PaneOpener<MemoryTarget>): OpenPlace =>
  async ({ project, reference }, options) => {
    if (reference.entry === undefined) throw gone();
    const { hash } = await project.memories.get(reference.entry);
    memoryPanes.open({ project, hash }, options);
  };

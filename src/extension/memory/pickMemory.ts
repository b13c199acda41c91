import { l10n } from 'vscode';
import { type Called, chooseAll, chooseOne, chooseProject, pick, type Subject } from '../base/pick.ts';
import { firstLine, relativeTime } from '../base/notices.ts';
import type { Services } from '../base/commands.ts';
import { gone, type OpenPlace } from '../base/place.ts';
import type { RowSource } from '../base/rows.ts';
import type { PaneOpener } from '../panes/showing.ts';
import type { ProjectTree } from '../tree/projectTree.ts';
import type { Node } from '../tree/nodes.ts';
import type { Arrangement } from './memoryNodes.ts';
import { isSameMemory, memoryTargetOf, type MemoryTarget } from './memoryTarget.ts';

/** What the commands of memories work with. */
export interface MemoryServices extends Services {
  readonly memoryView: {
    readonly rows: RowSource<unknown>;
    readonly tree: Pick<ProjectTree<Node>, 'repaint' | 'showMore'> & {
      readonly shown: { readonly filter: string };
    };
    arrange(by: Arrangement): Promise<void>;
    filter(text: string): void;
  };
  readonly memoryPanes: PaneOpener<MemoryTarget>;
  readonly memoryReports: { open(name: string, text: string): Promise<void> };
}

/** The memory a command was called for; else the focused one when a key was pressed in the tree; else asks. */
export const chooseMemory = (
  services: MemoryServices,
  argument: unknown,
  title: string,
): Promise<MemoryTarget> => chooseOne(memories(services, title), argument);

/** As `chooseMemory`, with all that are selected; a memory with two tags stands in the tree twice. */
export async function chooseMemories(
  services: MemoryServices,
  called: Called,
  title: string,
): Promise<readonly MemoryTarget[]> {
  const all = await chooseAll(memories(services, title), called);
  return all.filter((each, index) => all.findIndex((other) => isSameMemory(each, other)) === index);
}

const memories = ({ memoryView, projects, clock }: MemoryServices, title: string): Subject<MemoryTarget> => ({
  ...{ rows: memoryView.rows, kind: 'memory' },
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

/** Opens memories. The entry is the hash of the memory, whatever the name. */
export const openMemoryPlace =
  (memoryPanes: PaneOpener<MemoryTarget>): OpenPlace =>
  async ({ project, reference }, options) => {
    if (reference.entry === undefined) throw gone();
    const { hash } = await project.memories.get(reference.entry);
    memoryPanes.open({ project, hash }, options);
  };

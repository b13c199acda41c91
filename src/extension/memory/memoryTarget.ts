import { CancellationError, l10n, window } from 'vscode';
import { isObject } from '../../store/base/json.ts';
import type { Memory } from '../../store/memory/types.ts';
import type { DialogServices } from '../dialogs/dialogCommands.ts';
import { pickProject, projectOf } from '../base/dialogTarget.ts';
import { firstLine, relativeTime } from '../base/format.ts';
import type { Project } from '../base/project.ts';
import type { Projects } from '../base/projects.ts';
import { calledFor, isKey } from '../base/rows.ts';
import type { MemoryPanes } from './memoryPanes.ts';
import type { MemoryReports } from './memoryReports.ts';
import type { MemoryView } from './memoryView.ts';
import { inform } from '../base/notices.ts';

/** What the commands of memories work with. */
export interface MemoryServices extends DialogServices {
  readonly memoryView: MemoryView;
  readonly memoryPanes: MemoryPanes;
  readonly memoryReports: MemoryReports;
}

/** A memory that a command or a pane works on. */
export interface MemoryTarget {
  readonly project: Project;
  /** Its content hash. */
  readonly hash: string;
}

/** The memory a menu, a pane or another extension names: a node of the tree or `{folder, hash}`. */
export function memoryTargetOf(argument: unknown, projects: Projects): MemoryTarget | undefined {
  if (!isObject(argument) || typeof argument.hash !== 'string') return undefined;
  const project = projectOf(argument, projects);
  return project && { project, hash: argument.hash };
}

export const isSameMemory = (a: MemoryTarget, b: MemoryTarget): boolean =>
  a.project === b.project && a.hash === b.hash;

/** The memory a command was called for; else the selected one when a key was pressed in the tree; else asks. */
export async function chosenMemory(
  services: MemoryServices,
  argument: unknown,
  title: string,
): Promise<MemoryTarget> {
  const [named] = await namedMemories(services, argument, undefined);
  if (named) return named;
  const project = await projectFor(services, argument, title);
  const { hash } = await pickMemory(await listOrSay(project), title, services.clock.now());
  return { project, hash };
}

/** As `chosenMemory`, with all that are selected: menus of the tree pass these as a second argument. */
export async function chosenMemories(
  services: MemoryServices,
  argument: unknown,
  selected: unknown,
  title: string,
): Promise<readonly MemoryTarget[]> {
  const named = await namedMemories(services, argument, selected);
  return named.length > 0 ? named : [await chosenMemory(services, argument, title)];
}

async function namedMemories(
  { memoryView, projects }: MemoryServices,
  argument: unknown,
  selected: unknown,
): Promise<readonly MemoryTarget[]> {
  const rows = await calledFor(memoryView.rows, argument, selected);
  const targets = rows.flatMap((each) => memoryTargetOf(each, projects) ?? []);
  if (isKey(argument) && targets.length === 0) throw new CancellationError();
  // A memory with two tags stands in the tree twice.
  return targets.filter((each, index) => targets.findIndex((other) => isSameMemory(each, other)) === index);
}

/** The project a menu means, else the only one, else asks. */
export async function projectFor(
  { projects }: MemoryServices,
  argument: unknown,
  title: string,
): Promise<Project> {
  return projectOf(argument, projects) ?? pickProject(projects, title);
}

async function listOrSay(project: Project): Promise<readonly Memory[]> {
  const memories = await project.memories.list();
  if (memories.length > 0) return memories;
  inform(l10n.t('No memories yet.'));
  throw new CancellationError();
}

async function pickMemory(memories: readonly Memory[], title: string, now: number): Promise<Memory> {
  const items = memories.map((memory) => ({
    label: firstLine(memory.content),
    description: [relativeTime(memory.createdAt, now), ...memory.tags].join(' · '),
    detail: memory.content.replaceAll(/\s+/g, ' ').slice(0, 200),
    memory,
  }));
  const placeHolder = l10n.t('Choose a memory, or type to search');
  const chosen = await window.showQuickPick(items, {
    ...{ title, placeHolder, matchOnDescription: true, matchOnDetail: true },
  });
  if (chosen === undefined) throw new CancellationError();
  return chosen.memory;
}

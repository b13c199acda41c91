import { l10n } from 'vscode';
import { archivedMessage } from '../../history/archive/message.ts';
import { isObject, StoreError } from '../../disk/base/core.ts';
import type { Message } from '../../history/dialogs/types.ts';
import { shareable, shareableMessages } from '../../store/shareable.ts';
import type { NewSharedItem } from '../../history/shared/types.ts';
import { summaryEntry } from '../../find/search/summaryEntry.ts';
import type { ItemReference } from '../../find/search/reference.ts';
import { nothing, targetOf, type DialogTarget } from '../base/pick.ts';
import type { Project } from '../base/project.ts';
import { projectOf, type Projects } from '../base/projects.ts';
import { placeOfRow, type RowServices } from '../base/rowPlace.ts';
import type { WindowSessions } from '../sessions/sessionLists.ts';
import { openSource } from '../sessions/sessionSource.ts';
import type { SourceTarget } from '../sessions/types.ts';
import { whatIsShared } from './sharedMarks.ts';

/** What is needed to find the reference of a row, and to read sessions. */
export interface SharingServices extends RowServices {
  readonly sessionLists: WindowSessions;
}

/** Content of a project to share, and its source. */
export interface Sharing {
  readonly project: Project;
  readonly place: ItemReference;
  readonly content: NewSharedItem;
}

/**
 * Returns what rows represent, one item each, except that messages of a dialog are combined. Skips rows that
 * represent nothing.
 */
export async function sharingOf(
  services: SharingServices,
  rows: readonly unknown[],
): Promise<readonly Sharing[]> {
  const found: Sharing[] = [];
  for (const { target, messages } of await chosenMessages(services, rows)) {
    const [first] = messages;
    if (first === undefined) continue;
    const place: ItemReference = {
      source: 'dialogs',
      name: target.dialog,
      entry: first.id ?? String(first.ts),
    };
    found.push({ project: target.project, place, content: shareableMessages(messages, place) });
  }
  for (const row of rows) found.push(...(await sessionMessages(services, row)));
  for (const row of rows) {
    if (isMessages(row)) continue;
    const named = await placeOfRow(services, row);
    if (named) found.push(await sharingAt(named.project, whatIsShared(named.place)));
  }
  return found;
}

async function sharingAt(project: Project, place: ItemReference): Promise<Sharing> {
  try {
    return {
      project,
      place,
      content: await shareable({ store: project, workspace: project.workspace }, place),
    };
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'not_found' || place.entry !== summaryEntry)
      throw error;
    const text = l10n.t(
      '“{0}” has no summary yet. Compact the dialog first, or share messages of it.',
      place.name,
    );
    throw new Error(text, { cause: error });
  }
}

interface ChosenMessages {
  readonly target: DialogTarget;
  readonly messages: readonly Message[];
}

/** Returns the chosen messages of each dialog, by positions in a pane, oldest first. */
async function chosenMessages(
  { projects }: RowServices,
  rows: readonly unknown[],
): Promise<readonly ChosenMessages[]> {
  const dialogs = new Map<string, { readonly target: DialogTarget; readonly places: Set<number> }>();
  for (const row of rows) {
    const target = isMessages(row) ? targetOf(row, projects) : undefined;
    if (target === undefined) continue;
    const key = JSON.stringify([target.project.root, target.dialog]);
    const known = dialogs.get(key) ?? { target, places: new Set<number>() };
    for (const place of placesOf(row)) known.places.add(place);
    dialogs.set(key, known);
  }
  return Promise.all(
    [...dialogs.values()].map(async ({ target, places }) => {
      const sorted = [...places].sort((a, b) => a - b);
      const { dialogs: store } = target.project;
      const read = sorted.map(async (at) => (await store.window(target.dialog, at, 1)).messages);
      return { target, messages: (await Promise.all(read)).flat() };
    }),
  );
}

/** Returns the chosen messages of a session or archive, by positions in a pane; nothing for other rows. */
async function sessionMessages(
  { projects, sessionLists }: SharingServices,
  row: unknown,
): Promise<readonly Sharing[]> {
  const named = isMessages(row) ? sourceOf(row, projects) : undefined;
  if (named === undefined) return [];
  const places = new Set(placesOf(row));
  const { facts, messages } = await openSource(named, sessionLists);
  const said: (Pick<Message, 'ts' | 'text'> & { readonly id: string; readonly role: string })[] = [];
  let at = 0;
  for await (const message of messages()) {
    const { id, type: role, timestamp, text } = archivedMessage(message);
    if (places.has(at++) && text.trim() !== '') said.push({ id, role, ts: Date.parse(timestamp), text });
  }
  const [first] = said;
  if (first === undefined)
    throw nothing(l10n.t('These messages have no words. Select messages that say something.'));
  const isSession = named.kind === 'session';
  const source = isSession ? 'sessions' : 'archives';
  const name = isSession ? facts.session.sessionId : named.id;
  const place: ItemReference = { source, name, entry: first.id };
  return [{ project: named.project, place, content: shareableMessages(said, place) }];
}

function sourceOf(row: unknown, projects: Projects): SourceTarget | undefined {
  const project = projectOf(row, projects);
  if (project === undefined || !isObject(row)) return undefined;
  const { kind, path, name } = row;
  if (kind === 'session' && typeof path === 'string') return { project, kind, id: path };
  return kind === 'archive' && typeof name === 'string' ? { project, kind, id: name } : undefined;
}

const isMessages = (row: unknown): boolean => placesOf(row).length > 0;

/** Returns positions of messages from a pane. */
function placesOf(row: unknown): readonly number[] {
  if (!isObject(row)) return [];
  return Array.isArray(row.places) ? row.places.filter((place) => typeof place === 'number') : [];
}

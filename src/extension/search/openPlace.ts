import { l10n } from 'vscode';
import { summaryPosition } from '../../protocol/find.ts';
import { StoreError } from '../../store/base/errors.ts';
import type { Reference } from '../../store/search/reference.ts';
import { summaryEntry } from '../../store/search/summaryEntry.ts';
import type { SourceKind } from '../../store/search/types.ts';
import type { ContextServices } from '../contexts/contextCommands.ts';
import { activeId, type ContextTarget } from '../contexts/contextTarget.ts';
import type { MemoryServices } from '../memory/memoryTarget.ts';
import type { Project } from '../base/project.ts';
import { openSource, type SourceTarget } from '../sessions/sessionSource.ts';
import type { SessionServices } from '../sessions/sessionTarget.ts';
import { isEntry, positionIn } from './entryPosition.ts';

/** What places are opened with. */
export type PlaceServices = ContextServices & SessionServices & MemoryServices;

/** A place in the history of a project. */
export interface Place {
  readonly project: Project;
  readonly reference: Reference;
  /** Where it was when it was found, from 0: saves looking for it. */
  readonly position?: number | undefined;
}

export interface OpenOptions {
  /** Leaves the focus where it is. */
  readonly preserveFocus: boolean;
}

type Open = (services: PlaceServices, place: Place, options: OpenOptions) => Promise<void> | void;

const openers: Readonly<Record<SourceKind, Open>> = {
  dialogs: openDialog,
  contexts: openContext,
  archives: openArchive,
  sessions: openSession,
  memories: openMemory,
};

/** Opens the pane that shows a place, and goes there. Throws `not_found` for what is not there (any more). */
export async function openPlace(services: PlaceServices, place: Place, options: OpenOptions): Promise<void> {
  await openers[place.reference.source](services, place, options);
}

/** That a reference leads nowhere. */
export const gone = (): StoreError =>
  new StoreError('not_found', l10n.t('Not found. It may have been renamed or deleted.'));

async function openDialog({ panes }: PlaceServices, place: Place, options: OpenOptions): Promise<void> {
  const { project, reference, position } = place;
  const { name, entry } = reference;
  if ((await project.dialogs.overview(name)) === undefined) throw gone();
  if (entry === summaryEntry) {
    panes.open({ project, dialog: name }, { ...options, position: summaryPosition });
    return;
  }
  const at = position ?? 0;
  const [message] = (await project.dialogs.window(name, at, 1)).messages;
  const found = message && isEntry(message, entry) ? at : await positionIn(project.dialogs.all(name), entry);
  panes.open({ project, dialog: name }, { ...options, position: found });
}

/** The name is the id of an archived context or, for the active one, that of its dialog. */
async function openContext(
  { contextPanes }: PlaceServices,
  place: Place,
  options: OpenOptions,
): Promise<void> {
  const { project, reference } = place;
  const target = await contextNamed(project, reference.name);
  const ts = /^\d+$/.test(reference.entry) ? Number(reference.entry) : undefined;
  contextPanes.open(target, { ...options, ts });
}

async function contextNamed(project: Project, name: string): Promise<ContextTarget> {
  try {
    const { dialog } = await project.contexts.get(name);
    return { project, dialog, contextId: name };
  } catch (error) {
    if (!(error instanceof StoreError) || !['not_found', 'invalid_argument'].includes(error.code))
      throw error;
  }
  if ((await project.dialogs.overview(name)) === undefined) throw gone();
  return { project, dialog: name, contextId: activeId };
}

async function openArchive(services: PlaceServices, place: Place, options: OpenOptions): Promise<void> {
  const { project, reference, position } = place;
  const { name, entry } = reference;
  const { archives } = await services.sessionLists.of(project).archives();
  if (!archives.some((archive) => archive.name === name)) throw gone();
  const found = position ?? (await positionIn(archivePages(project, name), entry));
  services.sessionPanes.open({ project, kind: 'archive', id: name }, { ...options, position: found });
}

/** So many messages of an archive are read at once. */
const pageLength = 2_000;

async function* archivePages(project: Project, name: string) {
  for (let offset: number | undefined = 0; offset !== undefined;) {
    const page = await project.archives.read(name, { offset, limit: pageLength });
    yield page.messages.map(({ id, timestamp }) => ({ id, ts: Date.parse(timestamp) }));
    offset = page.nextOffset;
  }
}

/** The name is the path of the transcript or the id of the session. */
async function openSession(services: PlaceServices, place: Place, options: OpenOptions): Promise<void> {
  const { project, reference, position } = place;
  const sessions = await services.sessionLists.of(project).sessions();
  const info = sessions.find(({ path, sessionId }) => [path, sessionId].includes(reference.name));
  if (info === undefined) throw gone();
  const target: SourceTarget = { project, kind: 'session', id: info.path };
  const found = position ?? (await positionIn(sessionPages(target, services), reference.entry));
  services.sessionPanes.open(target, { ...options, position: found });
}

/** Messages one by one, as the pane counts them. */
async function* sessionPages(target: SourceTarget, { sessionLists }: PlaceServices) {
  const { messages } = await openSource(target, sessionLists);
  for await (const { id, timestamp } of messages()) yield [{ id, ts: Date.parse(timestamp) }];
}

/** The entry is the hash of the memory, whatever the name. */
async function openMemory({ memoryPanes }: PlaceServices, place: Place, options: OpenOptions): Promise<void> {
  const { project, reference } = place;
  const { hash } = await project.memories.get(reference.entry);
  memoryPanes.open({ project, hash }, options);
}

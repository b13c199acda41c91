import { CancellationError, l10n } from 'vscode';
import type { ArchiveInfo } from '../../store/archive/types.ts';
import { isObject } from '../../store/base/json.ts';
import type { SessionInfo } from '../../store/sessions/types.ts';
import type { DialogServices } from '../dialogs/dialogCommands.ts';
import { pick, pickProject, projectOf } from '../base/dialogTarget.ts';
import { messageCount, relativeTime } from '../base/format.ts';
import type { Project } from '../base/project.ts';
import { calledFor, isKey, kindOf } from '../base/rows.ts';
import { sourceIcon, sourceName } from './agents.ts';
import type { SessionDocuments } from './sessionDocuments.ts';
import type { SessionLists } from './sessionLists.ts';
import type { SessionPanes } from './sessionPanes.ts';
import type { SessionView } from './sessionView.ts';
import { inform } from '../base/notices.ts';

/** What the commands of sessions work with. */
export interface SessionServices extends DialogServices {
  readonly sessionLists: SessionLists;
  readonly sessionView: SessionView;
  readonly sessionDocuments: SessionDocuments;
  readonly sessionPanes: SessionPanes;
}

/** A session that a command works on. */
export interface SessionTarget {
  readonly project: Project;
  readonly info: SessionInfo;
}

/** An archive that a command works on. */
export interface ArchiveTarget {
  readonly project: Project;
  readonly archive: ArchiveInfo;
}

/** Which sessions a command is for. */
export type SessionKind = 'any' | 'transcript' | 'recording';

/**
 * The session a command was called for (a node of the tree or `{folder, path}`) or a key was pressed on; else asks.
 * A key on another row is for none.
 */
export async function chosenSession(
  services: SessionServices,
  given: unknown,
  title: string,
  kind: SessionKind = 'any',
): Promise<SessionTarget> {
  const { projects, sessionLists, sessionView, clock } = services;
  const [argument] = await calledFor(sessionView.rows, given);
  if (isKey(given) && kindOf(argument) !== 'session') throw new CancellationError();
  const project = projectOf(argument, projects) ?? (await pickProject(projects, title));
  const path = isObject(argument) ? argument.path : undefined;
  if (typeof path === 'string') sessionLists.of(project).forgetSessions(); // as it is now
  const sessions = (await sessionLists.of(project).sessions()).filter((info) => isOf(kind, info));
  const named = sessions.find((info) => info.path === path);
  if (named) return { project, info: named };
  if (isKey(given)) throw new CancellationError(); // such as a session of another kind
  if (sessions.length === 0) throw nothing(noneOf(kind));
  const items = sessions.map((info) => ({
    label: `$(${sourceIcon(info.source)}) ${info.title}`,
    description: `${sourceName(info.source)} · ${relativeTime(info.activeAt, clock.now())}`,
    info,
  }));
  return { project, info: (await pick(items, title, l10n.t('Choose a session'))).info };
}

function isOf(kind: SessionKind, { source, archived }: SessionInfo): boolean {
  return kind === 'any' || (!archived && (kind === 'recording') === (source === 'history'));
}

const noneOf = (kind: SessionKind): string =>
  kind === 'recording'
    ? l10n.t('No recorded sessions for this folder.')
    : l10n.t('No agent sessions found for this folder.');

/** The archive a command was called for (a node of the tree or `{folder, name}`), else asks. */
export async function chosenArchive(
  { projects, sessionLists, clock }: SessionServices,
  argument: unknown,
  title: string,
): Promise<ArchiveTarget> {
  const project = projectOf(argument, projects) ?? (await pickProject(projects, title));
  const { archives } = await sessionLists.of(project).archives();
  const named = archives.find(({ name }) => isObject(argument) && argument.name === name);
  if (named) return { project, archive: named };
  if (archives.length === 0) throw nothing(l10n.t('No archives yet.'));
  const items = archives.map((archive) => ({
    label: archive.part > 1 ? l10n.t('{0} (part {1})', archive.title, archive.part) : archive.title,
    description: `${relativeTime(Date.parse(archive.archived), clock.now())} · ${messageCount(archive.messages)}`,
    archive,
  }));
  return { project, archive: (await pick(items, title, l10n.t('Choose an archive'))).archive };
}

/** Says why there is nothing to choose from. */
function nothing(text: string): CancellationError {
  inform(text);
  return new CancellationError();
}

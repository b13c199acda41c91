import { l10n } from 'vscode';
import type { ExportPlace } from '../export/exportPlace.ts';
import type { MessageOptions, PaneOpener } from '../panes/showing.ts';
import type { ArchiveInfo } from '../../history/archive/types.ts';
import type { Clock } from '../../disk/base/context.ts';
import { isObject } from '../../disk/base/core.ts';
import type { SessionInfo } from '../../history/sessions/types.ts';
import type { Services } from '../base/commands.ts';
import {
  type Called,
  chooseAll,
  chooseOne,
  chooseProject,
  type DialogChoice,
  type DialogTarget,
  pick,
  type Subject,
} from '../base/pick.ts';
import { messageCount, relativeTime } from '../base/notices.ts';
import type { Project } from '../base/project.ts';
import { resumeWords, sourceIcon, sourceName } from './agents.ts';
import type { SessionKeeping } from './sessionKeeping.ts';
import type { ProjectSessions, WindowSessions } from './sessionLists.ts';
import type { RowSource } from '../base/rows.ts';
import type { ProjectTree } from '../tree/projectTree.ts';
import type { Node } from '../tree/nodes.ts';
import type { SourceTarget } from './types.ts';

/** What session commands require. */
export interface SessionServices extends Services, DialogChoice {
  readonly panes: PaneOpener<DialogTarget>;
  readonly sessionLists: WindowSessions;
  readonly sessionView: {
    readonly rows: RowSource<unknown>;
    readonly tree: Pick<ProjectTree<Node>, 'showMore'>;
  };
  readonly sessionDocuments: {
    open(target: SessionTarget): Promise<void>;
    openArchive(target: ArchiveTarget): Promise<void>;
    openText(target: ArchiveTarget): Promise<void>;
  };
  readonly sessionPanes: PaneOpener<SourceTarget, MessageOptions>;
  readonly sessionKeeping: Pick<SessionKeeping, 'keepAll'>;
  readonly exportPlace: ExportPlace;
}

/** A session for a command. */
export interface SessionTarget {
  readonly project: Project;
  readonly info: SessionInfo;
}

/** An archive for a command. */
export interface ArchiveTarget {
  readonly project: Project;
  readonly archive: ArchiveInfo;
}

/** Sessions a command applies to. */
export type SessionKind = 'any' | 'transcript' | 'recording' | 'resumable' | 'hidden' | 'shown';

/**
 * Returns the session a command was called for (a tree node or `{folder, path}`) or a key was pressed on; otherwise
 * asks.
 */
export const chooseSession = (
  services: SessionServices,
  argument: unknown,
  title: string,
  kind: SessionKind = 'any',
): Promise<SessionTarget> => chooseOne(sessions(services, title, kind), argument);

/** Returns all sessions a command was called for, including the selected ones; otherwise asks. */
export const chooseSessions = (
  services: SessionServices,
  called: Called,
  title: string,
  kind: SessionKind = 'any',
): Promise<readonly SessionTarget[]> => chooseAll(sessions(services, title, kind), called);

function sessions(
  { projects, sessionLists, sessionView, clock }: SessionServices,
  title: string,
  kind: SessionKind,
): Subject<SessionTarget> {
  const looked = new Set<Project>();
  return {
    rows: sessionView.rows,
    kind: 'session',
    named: async (row) => {
      const path = isObject(row) ? row.path : undefined;
      if (typeof path !== 'string') return undefined;
      const project = await chooseProject(projects, row, title);
      if (!looked.has(project)) sessionLists.of(project).forgetSessions(); // in its current state
      looked.add(project);
      const info = (await infosOf(sessionLists.of(project), kind)).find((each) => each.path === path);
      return info && { project, info };
    },
    ask: async (row) => {
      const project = await chooseProject(projects, row, title);
      return { project, info: await askSession(sessionLists.of(project), { title, kind, clock }) };
    },
  };
}

interface SessionQuestion {
  readonly title: string;
  readonly clock: Clock;
  readonly kind?: SessionKind;
}

/** Asks for a session of a project. Throws `CancellationError`. */
export async function askSession(
  list: ProjectSessions,
  { title, clock, kind = 'any' }: SessionQuestion,
): Promise<SessionInfo> {
  const items = (await infosOf(list, kind)).map((info) => ({
    label: `$(${sourceIcon(info.source)}) ${info.title}`,
    description: `${sourceName(info.source)} · ${relativeTime(info.activeAt, clock.now())}`,
    info,
  }));
  return (await pick(items, title, l10n.t('Choose a session'), { none: noneOf(kind) })).info;
}

const infosOf = async (list: ProjectSessions, kind: SessionKind): Promise<readonly SessionInfo[]> =>
  (await list.sessions()).filter((info) => isOf(kind, info));

function isOf(kind: SessionKind, info: SessionInfo): boolean {
  const { source, archived, labels } = info;
  if (kind === 'hidden') return labels?.archived === true;
  if (kind === 'shown') return labels?.archived !== true;
  if (kind === 'resumable') return resumeWords(info) !== undefined;
  return kind === 'any' || (!archived && (kind === 'recording') === (source === 'history'));
}

function noneOf(kind: SessionKind): string {
  if (kind === 'recording') return l10n.t('No recorded sessions for this folder.');
  return kind === 'hidden'
    ? l10n.t('No session is hidden.')
    : l10n.t('No agent sessions found for this folder.');
}

/** Returns the archive a command was called for (a tree node or `{folder, name}`); otherwise asks. */
export const chooseArchive = (
  services: SessionServices,
  argument: unknown,
  title: string,
): Promise<ArchiveTarget> => chooseOne(archives(services, title), argument);

function archives(
  { projects, sessionLists, sessionView, clock }: SessionServices,
  title: string,
): Subject<ArchiveTarget> {
  const listOf = async (project: Project) => (await sessionLists.of(project).archives()).archives;
  return {
    rows: sessionView.rows,
    kind: 'archive',
    named: async (row) => {
      const name = isObject(row) ? row.name : undefined;
      if (typeof name !== 'string') return undefined;
      const project = await chooseProject(projects, row, title);
      sessionLists.of(project).forgetArchives(); // in its current state
      const archive = (await listOf(project)).find((each) => each.name === name);
      return archive && { project, archive };
    },
    ask: async (row) => {
      const project = await chooseProject(projects, row, title);
      const items = (await listOf(project)).map((archive) => ({
        label: archive.part > 1 ? l10n.t('{0} (part {1})', archive.title, archive.part) : archive.title,
        description: `${relativeTime(Date.parse(archive.archived), clock.now())} · ${messageCount(archive.messages)}`,
        archive,
      }));
      const none = l10n.t('No session is kept yet.');
      const { archive } = await pick(items, title, l10n.t('Choose a kept copy'), { none });
      return { project, archive };
    },
  };
}

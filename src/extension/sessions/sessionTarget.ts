import { l10n } from 'vscode';
import type { MessageOptions, PaneOpener } from '../panes/showing.ts';
import type { ArchiveInfo } from '../../store/archive/types.ts';
import type { Clock } from '../../store/base/context.ts';
import { isObject } from '../../store/base/core.ts';
import type { SessionInfo } from '../../store/sessions/types.ts';
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

/** What the commands of sessions work with. */
export interface SessionServices extends DialogChoice {
  readonly panes: PaneOpener<DialogTarget>;
  readonly sessionLists: WindowSessions;
  readonly sessionView: {
    readonly rows: RowSource<unknown>;
    readonly tree: Pick<ProjectTree<Node>, 'showMore'>;
  };
  readonly sessionDocuments: {
    open(target: SessionTarget): Promise<void>;
    openArchive(target: ArchiveTarget): Promise<void>;
  };
  readonly sessionPanes: PaneOpener<SourceTarget, MessageOptions>;
  readonly sessionKeeping: Pick<SessionKeeping, 'keepAll'>;
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
export type SessionKind = 'any' | 'transcript' | 'recording' | 'resumable' | 'putAway' | 'unarchived';

/** The session a command was called for (a node of the tree or `{folder, path}`) or a key was pressed on; else asks. */
export const chooseSession = (
  services: SessionServices,
  argument: unknown,
  title: string,
  kind: SessionKind = 'any',
): Promise<SessionTarget> => chooseOne(sessions(services, title, kind), argument);

/** As `chooseSession`, with all that are selected. */
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
    ...{ rows: sessionView.rows, kind: 'session' },
    named: async (row) => {
      const path = isObject(row) ? row.path : undefined;
      if (typeof path !== 'string') return undefined;
      const project = await chooseProject(projects, row, title);
      if (!looked.has(project)) sessionLists.of(project).forgetSessions(); // as it is now
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

/** Asks for a session of a project. Throws `CancellationError` when the person leaves. */
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
  if (kind === 'putAway') return labels?.archived === true;
  if (kind === 'unarchived') return labels?.archived !== true;
  if (kind === 'resumable') return resumeWords(info) !== undefined;
  return kind === 'any' || (!archived && (kind === 'recording') === (source === 'history'));
}

function noneOf(kind: SessionKind): string {
  if (kind === 'recording') return l10n.t('No recorded sessions for this folder.');
  return kind === 'putAway'
    ? l10n.t('No session is archived.')
    : l10n.t('No agent sessions found for this folder.');
}

/** The archive a command was called for (a node of the tree or `{folder, name}`), else asks. */
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
    ...{ rows: sessionView.rows, kind: 'archive' },
    named: async (row) => {
      const name = isObject(row) ? row.name : undefined;
      if (typeof name !== 'string') return undefined;
      const project = await chooseProject(projects, row, title);
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
      const none = l10n.t('No archives yet.');
      const { archive } = await pick(items, title, l10n.t('Choose an archive'), { none });
      return { project, archive };
    },
  };
}

import { CancellationError, l10n, window } from 'vscode';
import type { LabelChange } from '../../history/sessions/types.ts';
import { askTags, retagged, tagCounts } from '../base/askTags.ts';
import type { Command } from '../base/commands.ts';
import { number, type Several, type Undoable, undoably } from '../base/notices.ts';
import type { Called } from '../base/pick.ts';
import type { Project } from '../base/project.ts';
import { chooseSession, chooseSessions, type SessionServices, type SessionTarget } from './sessionTarget.ts';

/**
 * Commands for titles, notes, tags and the archived state of sessions from any source. They never write to agents'
 * files.
 */
export const sessionLabelCommands = (services: SessionServices): readonly Command[] => [
  {
    id: 'historyStore.moveSessionToArchived',
    writes: true,
    run: (argument, selected) => archive(services, { argument, selected }, true),
  },
  {
    id: 'historyStore.moveSessionOutOfArchived',
    writes: true,
    run: (argument, selected) => archive(services, { argument, selected }, false),
  },
  {
    id: 'historyStore.editSessionTags',
    writes: true,
    run: (argument, selected) => editTags(services, { argument, selected }),
  },
  { id: 'historyStore.renameSession', writes: true, run: (argument) => rename(services, argument) },
  { id: 'historyStore.editSessionNote', writes: true, run: (argument) => editNote(services, argument) },
];

type Change = Omit<LabelChange, 'session'>;

async function archive(services: SessionServices, called: Called, archived: boolean): Promise<void> {
  const title = archived ? l10n.t('Hide Session') : l10n.t('Unhide Session');
  const targets = await chooseSessions(services, called, title, archived ? 'shown' : 'hidden');
  await label(
    services,
    targets,
    () => ({ archived }),
    (sessions) => archivedText(sessions, archived),
  );
}

function archivedText([first, ...more]: Several<SessionTarget>, archived: boolean): string {
  const count = number(more.length + 1);
  if (more.length === 0)
    return archived
      ? l10n.t('Hidden: “{0}”.', first.info.title)
      : l10n.t('Shown again: “{0}”.', first.info.title);
  return archived ? l10n.t('Hidden: {0} sessions.', count) : l10n.t('Shown again: {0} sessions.', count);
}

async function editTags(services: SessionServices, called: Called): Promise<void> {
  const title = l10n.t('Edit Session Tags');
  const targets = await chooseSessions(services, called, title);
  const projects = [...new Set(targets.map(({ project }) => project))];
  const listed = await Promise.all(projects.map((project) => services.sessionLists.of(project).sessions()));
  const counts = tagCounts(listed.flat().map(({ labels }) => labels?.tags ?? []));
  const choice = await askTags({ title, current: targets.map(tagsOf), counts });
  if (choice.add.length + choice.remove.length === 0) return;
  const change = (target: SessionTarget) => ({ tags: retagged(tagsOf(target), choice) });
  await label(services, targets, change, ([first, ...more]) =>
    more.length === 0
      ? l10n.t('Changed the tags of “{0}”.', first.info.title)
      : l10n.t('Changed the tags of {0} sessions.', number(more.length + 1)),
  );
}

const tagsOf = ({ info }: SessionTarget): readonly string[] => info.labels?.tags ?? [];

async function rename(services: SessionServices, argument: unknown): Promise<void> {
  const target = await chooseSession(services, argument, l10n.t('Rename Session'));
  const { title: shown, givenTitle = shown } = target.info;
  const title = await askText({
    title: l10n.t('Rename “{0}”', shown),
    value: shown,
    prompt: l10n.t('Shown in all lists. Leave empty for the agent’s title: {0}', givenTitle),
  });
  if (title === shown) return;
  // Keeping the agent's title keeps following its changes.
  const change = () => ({ title: title === givenTitle ? '' : title });
  await label(services, [target], change, () =>
    title === '' || title === givenTitle
      ? l10n.t('“{0}” has the agent’s title again.', givenTitle)
      : l10n.t('Renamed to “{0}”.', title),
  );
}

async function editNote(services: SessionServices, argument: unknown): Promise<void> {
  const target = await chooseSession(services, argument, l10n.t('Edit Session Note'));
  const { title, labels } = target.info;
  const before = labels?.note ?? '';
  const note = await askText({
    title: l10n.t('Note on “{0}”', title),
    value: before,
    prompt: l10n.t('Found by search, and shown with the session. Leave empty to remove it.'),
  });
  if (note === before) return;
  await label(
    services,
    [target],
    () => ({ note }),
    () =>
      note === '' ? l10n.t('Removed the note on “{0}”.', title) : l10n.t('Saved the note on “{0}”.', title),
  );
}

/** Throws `CancellationError`. */
async function askText(options: {
  readonly title: string;
  readonly value: string;
  readonly prompt: string;
}): Promise<string> {
  const text = await window.showInputBox(options);
  if (text === undefined) throw new CancellationError();
  return text.trim();
}

/** Labels the sessions of each project in one step, reports it once, and offers to undo all of it. */
async function label(
  { onError }: SessionServices,
  targets: readonly SessionTarget[],
  changeOf: (target: SessionTarget) => Change,
  textOf: (done: Several<SessionTarget>) => string,
): Promise<void> {
  const projects = [...new Set(targets.map(({ project }) => project))];
  const act = async (project: Project): Promise<Undoable<Several<SessionTarget>> | undefined> => {
    const [first, ...more] = targets.filter((target) => target.project === project);
    if (first === undefined) return undefined;
    const changes = [first, ...more].map((target) => ({ session: sessionOf(target), ...changeOf(target) }));
    const back = await project.sessions.setLabels(changes);
    return { done: [first, ...more], undo: () => project.sessions.setLabels(back) };
  };
  await undoably(
    projects,
    act,
    ([[first, ...rest], ...more]) => textOf([first, ...rest, ...more.flat()]),
    onError,
  );
}

const sessionOf = ({ info: { source, sessionId } }: SessionTarget): LabelChange['session'] => ({
  source,
  sessionId,
});

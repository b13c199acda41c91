import { env, l10n } from 'vscode';
import { isObject } from '../../disk/base/core.ts';
import type { SharedItem } from '../../history/shared/types.ts';
import { number, offerUndo, undoably, type Several } from '../base/notices.ts';
import { chooseAll, chooseOne, chooseProject, pick, type Subject } from '../base/pick.ts';
import type { Project } from '../base/project.ts';
import { projectOf } from '../base/projects.ts';
import { placeOfRow } from '../base/rowPlace.ts';
import { age } from '../tree/age.ts';
import { kindName } from './kinds.ts';
import { sharedFrom } from '../../store/sharedFrom.ts';
import { whatIsShared } from './sharedMarks.ts';
import type { TeamServices } from './teamServices.ts';

/** A shared item for a command. */
export interface SharedTarget {
  readonly project: Project;
  readonly item: SharedItem;
}

/** Finds shared items by their rows, by rows of their sources, or by asking. */
export const sharedItems = (services: TeamServices, title: string): Subject<SharedTarget> => ({
  rows: services.teamView.rows,
  kind: 'shared',
  named: async (row) => {
    const project = projectOf(row, services.projects);
    if (project === undefined || !isObject(row)) return undefined;
    const { items } = await services.sharedLists.now(project);
    if (typeof row.sharedId === 'string')
      return targetIn(
        project,
        items.find(({ id }) => id === row.sharedId),
      );
    const place = (await placeOfRow(services, row))?.place;
    return place && targetIn(project, sharedFrom(items, whatIsShared(place)));
  },
  ask: async (row) => {
    const project = await chooseProject(services.projects, row, title);
    const { items } = await services.sharedLists.now(project);
    const now = services.clock.now();
    const choices = items.map((item) => ({
      label: item.title,
      description: [item.author, kindName(item.kind), age(item.updatedAt, now, env.language)]
        .filter(Boolean)
        .join(' · '),
      item,
    }));
    const none = l10n.t('Nothing is shared yet. Use Share with Team in the menu of a row.');
    const { item } = await pick(choices, title, l10n.t('Choose a shared item'), { none });
    return { project, item };
  },
});

const targetIn = (project: Project, item: SharedItem | undefined): SharedTarget | undefined =>
  item && { project, item };

/** Does not ask, since this can be undone, now and for 30 days. */
export async function unshare(services: TeamServices, argument: unknown, selected: unknown): Promise<void> {
  const title = l10n.t('Unshare');
  await withdraw(services, await chooseAll(sharedItems(services, title), { argument, selected }));
}

interface Withdrawn {
  readonly title: string;
  /** Whether others may have it. */
  readonly tombstone: boolean;
}

/** Withdraws items, and offers to undo that. */
export async function withdraw(services: TeamServices, targets: readonly SharedTarget[]): Promise<void> {
  const once = targets.filter(
    (one, index) => targets.findIndex(({ item }) => item.id === one.item.id) === index,
  );
  const act = async ({ project: { shared }, item }: SharedTarget) => {
    const { trashId, tombstone } = await shared.unshare(item.id);
    const done: Withdrawn = { title: item.title, tombstone };
    return { done, undo: () => shared.restore(trashId) };
  };
  await undoably(once, act, withdrawnText, services.onError);
}

function withdrawnText(all: Several<Withdrawn>): string {
  const [{ title }, ...more] = all;
  const text =
    more.length === 0
      ? l10n.t('“{0}” is no longer shared.', title)
      : l10n.t('{0} items are no longer shared.', number(all.length));
  return all.some(({ tombstone }) => tombstone)
    ? `${text} ${l10n.t('Commit and push so that others learn of it.')}`
    : text;
}

/** Shares again what anyone withdrew. */
export async function restore(services: TeamServices, argument: unknown): Promise<void> {
  const title = l10n.t('Restore Shared Item');
  const { project, id } = await chooseOne(withdrawnItems(services, title), argument);
  const item = await project.shared.restore(id);
  offerUndo(
    l10n.t('“{0}” is shared again.', item.title),
    () => project.shared.unshare(item.id),
    services.onError,
  );
}

interface WithdrawnTarget {
  readonly project: Project;
  readonly id: string;
}

const withdrawnItems = (services: TeamServices, title: string): Subject<WithdrawnTarget> => ({
  rows: services.teamView.rows,
  kind: 'withdrawn',
  named: (row) => {
    const project = projectOf(row, services.projects);
    return project && isObject(row) && typeof row.withdrawnId === 'string'
      ? { project, id: row.withdrawnId }
      : undefined;
  },
  ask: async (row) => {
    const project = await chooseProject(services.projects, row, title);
    const { withdrawn } = await services.sharedLists.now(project);
    const now = services.clock.now();
    const choices = withdrawn.map((item) => ({
      label: item.title,
      description: [item.author, age(item.at, now, env.language)].filter(Boolean).join(' · '),
      id: item.id,
    }));
    const none = l10n.t('Nothing that was shared was withdrawn.');
    return { project, id: (await pick(choices, title, l10n.t('Choose what to restore'), { none })).id };
  },
});

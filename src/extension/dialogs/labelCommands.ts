import { l10n } from 'vscode';
import type { DialogInfo, DialogLabels } from '../../history/dialogs/types.ts';
import { askTags, retagged, tagCounts } from '../base/askTags.ts';
import type { Command } from '../base/commands.ts';
import { number, type Several, type Undoable, undoably } from '../base/notices.ts';
import { type Called, chooseDialog, chooseDialogs, type DialogTarget } from '../base/pick.ts';
import type { DialogServices } from './dialogCommands.ts';

/** Commands that pin, tag and archive all selected dialogs, with one notice and one undo. */
export const dialogLabelCommands = (services: DialogServices): readonly Command[] => [
  ...flags().map((flag): Command => ({
    id: `historyStore.${flag.name}`,
    writes: true,
    run: (argument, selected) => setFlag(services, flag, { argument, selected }),
  })),
  { id: 'historyStore.togglePin', writes: true, run: (argument) => togglePin(services, argument) },
  {
    id: 'historyStore.editDialogTags',
    writes: true,
    run: (argument, selected) => editTags(services, { argument, selected }),
  },
];

/** A command that sets a flag of dialogs. */
interface Flag {
  /** Name of the command. */
  readonly name: string;
  readonly title: string;
  readonly change: Partial<DialogLabels>;
  /** The dialogs offered for choosing, and the message if there are none. */
  readonly isOffered: (info: DialogInfo) => boolean;
  readonly none: string;
  /** The message after the change, which may be omitted if the change to a single dialog is visible. */
  readonly text: (names: Several<string>) => string;
  readonly isPlain?: true;
}

const flags = (): readonly Flag[] => [
  {
    name: 'pinDialog',
    title: l10n.t('Pin Dialog'),
    change: { pinned: true },
    isPlain: true,
    isOffered: ({ pinned }) => !pinned,
    none: l10n.t('All dialogs are pinned.'),
    text: of(l10n.t('Pinned “{0}”.'), l10n.t('Pinned {0} dialogs.')),
  },
  {
    name: 'unpinDialog',
    title: l10n.t('Unpin Dialog'),
    change: { pinned: false },
    isPlain: true,
    isOffered: ({ pinned }) => pinned,
    none: l10n.t('No dialog is pinned.'),
    text: of(l10n.t('Unpinned “{0}”.'), l10n.t('Unpinned {0} dialogs.')),
  },
  {
    name: 'archiveDialog',
    title: l10n.t('Hide Dialog'),
    change: { archived: true },
    isOffered: ({ archived }) => !archived,
    none: l10n.t('All dialogs are hidden.'),
    text: of(l10n.t('Hidden: “{0}”.'), l10n.t('Hidden: {0} dialogs.')),
  },
  {
    name: 'unarchiveDialog',
    title: l10n.t('Unhide Dialog'),
    change: { archived: false },
    isOffered: ({ archived }) => archived,
    none: l10n.t('No dialog is hidden.'),
    text: of(l10n.t('Shown again: “{0}”.'), l10n.t('Shown again: {0} dialogs.')),
  },
];

/** Creates a text for one, and one for several. */
const of =
  (one: string, several: string) =>
  ([first, ...more]: Several<string>): string =>
    more.length === 0 ? one.replace('{0}', () => first) : several.replace('{0}', number(more.length + 1));

async function setFlag(services: DialogServices, flag: Flag, called: Called): Promise<void> {
  const names = async ({ dialogs }: DialogTarget['project']) =>
    new Set((await dialogs.list()).filter(flag.isOffered).map(({ name }) => name));
  const targets = await chooseDialogs(services, called, flag.title, { names, none: flag.none });
  const [only, ...more] = targets;
  if (flag.isPlain && only && more.length === 0) {
    await services.view.following(called.argument, async () => {
      await only.project.dialogs.setLabels(only.dialog, flag.change);
      return only;
    });
    return;
  }
  const change = labelling(() => flag.change);
  const changeAll = () => undoably(targets, change, flag.text, services.onError);
  if (!flag.isPlain || only === undefined) await changeAll();
  else
    await services.view.following(called.argument, async () => {
      await changeAll();
      return only;
    });
}

/** Labels a dialog and returns how to undo it. */
const labelling =
  (changeOf: (target: DialogTarget) => Partial<DialogLabels>) =>
  async (target: DialogTarget): Promise<Undoable<string>> => {
    const { project, dialog } = target;
    const back = await project.dialogs.setLabels(dialog, changeOf(target));
    return { done: dialog, undo: () => project.dialogs.setLabels(dialog, back) };
  };

async function togglePin(services: DialogServices, argument: unknown): Promise<void> {
  const { project, dialog } = await chooseDialog(services, argument, l10n.t('Pin Dialog'));
  const pinned = (await project.dialogs.overview(dialog))?.pinned ?? false;
  await project.dialogs.setLabels(dialog, { pinned: !pinned });
}

/** Tags that only some of several dialogs have remain so, unless checked for all. */
async function editTags(services: DialogServices, called: Called): Promise<void> {
  const title = l10n.t('Edit Dialog Tags');
  const targets = await chooseDialogs(services, called, title);
  const projects = [...new Set(targets.map(({ project }) => project))];
  const listed = await Promise.all(
    projects.map(async (project) => (await project.dialogs.list()).map((info) => ({ project, info }))),
  );
  const all = listed.flat();
  const tagsOf = ({ project, dialog }: DialogTarget): readonly string[] =>
    all.find(({ project: of, info }) => of === project && info.name === dialog)?.info.tags ?? [];
  const counts = tagCounts(all.map(({ info }) => info.tags));
  const choice = await askTags({ title, current: targets.map(tagsOf), counts });
  if (choice.add.length + choice.remove.length === 0) return;
  const act = labelling((target) => ({ tags: retagged(tagsOf(target), choice) }));
  const text = of(l10n.t('Changed the tags of “{0}”.'), l10n.t('Changed the tags of {0} dialogs.'));
  await undoably(targets, act, text, services.onError);
}

import { l10n, type Uri, commands } from 'vscode';
import { isObject, StoreError } from '../../disk/base/core.ts';
import {
  sharedFolder,
  type Shared,
  type SharedDraft,
  type SharedItem,
  type SharedNote,
} from '../../history/shared/types.ts';
import { historyFolderName } from '../../disk/base/projectFolder.ts';
import { inform, number, warn, type NoticeButton, type Several, byteSize } from '../base/notices.ts';
import { chooseDialog } from '../base/pick.ts';
import type { Project } from '../base/project.ts';
import { targetInFront } from '../base/rowPlace.ts';
import { allRows } from '../base/rows.ts';
import { sharingOf, type Sharing, type SharingServices } from './shareContent.ts';
import { kindName } from './kinds.ts';
import { ownSharedFrom } from '../../store/sharedFrom.ts';
import type { TeamServices } from './teamServices.ts';
import { openFile } from './openShared.ts';
import { withdraw } from './withdrawing.ts';

/** Content about to be shared. */
interface Ready {
  readonly sharing: Sharing;
  readonly draft: SharedDraft;
  /** The person's own item shared from the same source before, which gets a new version. */
  readonly before: SharedItem | undefined;
}

/** Shows what rows, or the active pane, represent as others would get it. The person shares it from there. */
export async function share(
  services: TeamServices & SharingServices,
  argument: unknown,
  selected: unknown,
): Promise<void> {
  const title = l10n.t('Share with Team');
  const rows = isObject(argument)
    ? allRows(argument, selected)
    : [targetInFront(services) ?? (await chooseDialog(services, argument, title))];
  const all = await Promise.all((await sharingOf(services, rows)).map((one) => readyOf(services, one)));
  if (all.length === 0)
    throw new StoreError('not_found', l10n.t('Open what you want to share, or use the menu of its row.'));
  const changed = all.filter(({ draft, before }) => before?.text !== draft.item.text);
  const [first, ...more] = changed;
  if (first) await offer(services, [first, ...more]);
  else if (all[0]) reportUnchanged(services, all[0]);
}

async function readyOf({ sharedLists }: TeamServices, sharing: Sharing): Promise<Ready> {
  const { project, place, content } = sharing;
  const anew = await project.shared.draft(content);
  const found = ownSharedFrom((await sharedLists.now(project)).items, place, anew.item.author);
  const before = found?.problem === undefined ? found : undefined;
  return {
    sharing,
    draft: before ? await project.shared.draft({ ...content, draft: before }) : anew,
    before,
  };
}

async function offer(services: TeamServices, ready: Several<Ready>): Promise<void> {
  const { shareDrafts, onError } = services;
  const [{ draft }] = ready;
  const secrets = [...new Set(ready.flatMap((one) => one.draft.secrets))];
  const masked = ready.reduce((sum, one) => sum + one.draft.masked, 0);
  const label = masked > 0 ? l10n.t('Share Masked') : l10n.t('Share');
  const ask = (uri: Uri): void => {
    const buttons = [
      { label, run: () => shareDrafts.accept(uri, true) },
      { label: l10n.t('Discard'), run: () => shareDrafts.discard(uri) },
      ...unshareButton(services, ready),
    ];
    if (masked === 0) inform(questionOf(ready), buttons, onError);
    else warn(`${questionOf(ready)} ${secretsText(masked, secrets)}`, buttons, onError);
  };
  const uri = await shareDrafts.show({
    name: ready.length === 1 ? draft.item.title : l10n.t('{0} items', number(ready.length)),
    key: ready.map((one) => one.draft.item.id).join(' '),
    text: ready.map((one) => one.draft.text).join('\n'),
    ...(masked > 0 && { ask }),
    accept: () => write(services, ready),
  });
  ask(uri);
}

/** Creates a button to withdraw a single item that is already shared. */
const unshareButton = (
  services: TeamServices,
  [{ sharing, before }, ...more]: Several<Ready>,
): readonly NoticeButton[] =>
  before === undefined || more.length > 0
    ? []
    : [
        {
          label: l10n.t('Unshare'),
          run: () => withdraw(services, [{ project: sharing.project, item: before }]),
        },
      ];

function questionOf([{ draft, before }, ...more]: Several<Ready>): string {
  const folder = `${historyFolderName}/${sharedFolder}`;
  if (more.length > 0)
    return l10n.t(
      'Share these {0} items in {1}? Everyone with the repository gets them after you commit and push.',
      ...[number(more.length + 1), folder],
    );
  const { kind, title } = draft.item;
  if (before)
    return l10n.t(
      '“{0}” is shared already. Replace it in {1}/{2} by this version?',
      title,
      folder,
      before.file,
    );
  return l10n.t(
    'Share “{0}” ({1}) as {2}/{3}? Everyone with the repository gets it after you commit and push.',
    ...[title, kindName(kind), folder, draft.item.file],
  );
}

const secretsText = (masked: number, secrets: readonly string[]): string =>
  masked === 1
    ? l10n.t('It holds a secret ({0}), which is masked in what you see.', secrets.join(', '))
    : l10n.t(
        'It holds {0} secrets ({1}), which are masked in what you see.',
        number(masked),
        secrets.join(', '),
      );

interface Written extends Shared {
  readonly project: Project;
  readonly undo: () => Promise<unknown>;
}

/** Offers to undo what was written even if one of several failed. */
async function write(services: TeamServices, ready: Several<Ready>): Promise<void> {
  const written: Written[] = [];
  try {
    for (const one of ready) written.push(await writeOne(one));
  } finally {
    const [first, ...more] = written;
    if (first) tell(services, [first, ...more]);
  }
}

async function writeOne({ sharing: { project, content }, draft, before }: Ready): Promise<Written> {
  const { shared } = project;
  if (before === undefined) {
    const done = await shared.share({ ...content, masked: true, draft: draft.item });
    return { ...done, project, undo: () => shared.unshare(done.item.id) };
  }
  const { title, text } = draft.item;
  const done = await shared.edit(before.id, { title, text, masked: true });
  const back = { title: before.title, text: before.text, masked: true };
  return { ...done, project, undo: () => shared.edit(before.id, back) };
}

function tell(services: TeamServices, [first, ...more]: Several<Written>): void {
  const { project, item } = first;
  const text =
    more.length === 0
      ? l10n.t('Shared “{0}”. Commit and push it to send it to others.', item.title)
      : l10n.t('Shared {0} items. Commit and push them to send them to others.', number(more.length + 1));
  const undo = async (): Promise<void> => {
    for (const one of [first, ...more]) await one.undo();
  };
  const buttons: readonly NoticeButton[] = [
    ...(more.length === 0 ? [{ label: l10n.t('Open File'), run: () => openFile(project, item) }] : []),
    { label: l10n.t('Undo'), run: undo },
  ];
  const last = more.at(-1) ?? first;
  reportShared(services, last.notes, { text, buttons, project });
}

/** Reports that there is nothing new to share. */
function reportUnchanged(services: TeamServices, { sharing: { project }, before }: Ready): void {
  if (before === undefined) return;
  const buttons = [
    { label: l10n.t('Open File'), run: () => openFile(project, before) },
    { label: l10n.t('Unshare'), run: () => withdraw(services, [{ project, item: before }]) },
  ];
  inform(l10n.t('“{0}” is shared as it is.', before.title), buttons, services.onError);
}

/** Result of sharing, for the person. */
interface Done {
  readonly text: string;
  readonly buttons: readonly NoticeButton[];
  readonly project: Project;
}

/**
 * Reports that something was shared, or why no one gets it that way; and once per folder and window that it is large.
 */
function reportShared(
  { onError, reportedLarge }: Pick<TeamServices, 'onError' | 'reportedLarge'>,
  notes: readonly SharedNote[],
  { text, buttons, project }: Done,
): void {
  const stopped = notes.find(({ kind }) => kind !== 'large');
  if (stopped) warn(`${text} ${whyNot(stopped)}`, buttons, onError);
  else inform(text, buttons, onError);
  const large = notes.find(({ kind }) => kind === 'large');
  if (large === undefined || reportedLarge.has(project.root)) return;
  reportedLarge.add(project.root);
  warn(
    l10n.t(
      'What is shared takes {0} of the repository, which everyone clones. Unshare what nobody needs any more.',
      byteSize(large.bytes ?? 0),
    ),
    [
      { label: l10n.t('Show Team'), run: () => commands.executeCommand('historyStore.team.focus') },
      { label: l10n.t('Open Overview'), run: () => commands.executeCommand('historyStore.overview') },
    ],
    onError,
  );
}

const whyNot = ({ kind, rule = '' }: SharedNote): string =>
  kind === 'ignored'
    ? l10n.t('But git leaves it out: {0}. Others get it once that rule no longer holds for it.', rule)
    : l10n.t('But no git repository holds this folder. Run git init so that others can get it.');

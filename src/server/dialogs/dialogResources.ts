import { StoreError } from '../../disk/base/core.ts';
import { summaryMarkdown } from '../../history/dialogs/summaryMarkdown.ts';
import { jsonLine, oneLine, preview } from '../../disk/text/containText.ts';
import type { DialogOverview } from '../../history/dialogs/types.ts';
import type { Store } from '../../store/types.ts';
import type { Completer } from '../base/completion.ts';
import { maxListedPerKind, type ListedItem, type Resource } from '../base/offers.ts';
import type { OpenProject } from '../base/tool.ts';
import { charsOf } from '../base/reply.ts';
import { beginning, didYouMean, show } from '../base/text.ts';
import { detailReply } from './detailReply.ts';
import { folderLookup } from './messageText.ts';

/** Completes the names of all dialogs, most recently active first. */
export const dialogNames: Completer = async ({ project }) =>
  (await (await project()).store.dialogs.names()).map((value) => ({ value }));

/** Number of messages considered for a text. */
const newestMessages = 200;
const titleChars = 120;

/** Formats a dialog as Markdown within a number of characters: its summary, its newest messages and how to read on. */
export async function dialogMarkdown(store: Store, dialog: string, maxChars: number): Promise<string> {
  const query = { recentTurns: newestMessages, includeSummary: true, includeMessages: true };
  const form = { dialog, format: 'markdown', includeSummary: true, summaryText: false, maxChars } as const;
  const detail = await store.dialogs.detail(dialog, query);
  return (await detailReply(detail, form, folderLookup(store, dialog))).join('\n\n');
}

/** Throws `not_found` for a missing dialog, which tools treat as empty. */
export async function existingDialog({ dialogs }: Store, name: string): Promise<DialogOverview> {
  const overview = name.trim() === '' ? undefined : await dialogs.overview(name);
  if (overview) return overview;
  const known = await dialogs.names();
  throw new StoreError(
    'not_found',
    `There is no dialog ${show(name)}${didYouMean(name, known)}: history_list_dialogs tells all names.`,
  );
}

async function newestDialogs({ store }: OpenProject): Promise<DialogOverview[]> {
  const infos = (await store.dialogs.list()).slice(0, maxListedPerKind);
  const found = await Promise.all(infos.map(({ name }) => store.dialogs.overview(name)));
  return found.flatMap((one) => one ?? []);
}

const dialog: Resource = {
  uri: 'history://dialogs/{dialog}',
  name: 'dialogs',
  title: 'Dialog',
  description: 'Summary and newest messages of a dialog.',
  mimeType: 'text/markdown',
  priority: 0.7,
  sized: true,
  read: async ({ store, toolContext }, { dialog: name = '' }) => {
    await existingDialog(store, name);
    return dialogMarkdown(store, name, charsOf(toolContext));
  },
  newest: async (project) =>
    (await newestDialogs(project)).map((one) => listed(one, `Dialog, ${one.messages} messages.`)),
  complete: { dialog: dialogNames },
};

const summary: Resource = {
  uri: 'history://dialogs/{dialog}/summary',
  name: 'summaries',
  title: 'Summary of a dialog',
  description: 'Decisions, constraints, open to-dos and facts of a dialog.',
  mimeType: 'text/markdown',
  priority: 0.8,
  sized: true,
  read: async ({ store, toolContext }, { dialog: name = '' }) => {
    const { hasSummary } = await existingDialog(store, name);
    const text = summaryMarkdown(await store.dialogs.summary(name));
    if (hasSummary && text !== '') return shortSummary(name, text, charsOf(toolContext));
    throw new StoreError(
      'not_found',
      `The dialog ${show(name)} has no summary yet: history_set_summary writes one.`,
    );
  },
  newest: async (project) =>
    (await newestDialogs(project))
      .filter(({ hasSummary }) => hasSummary)
      .map((one) => listed(one, 'Summary of a dialog.', 'Summary: ')),
  complete: { dialog: dialogNames },
};

function listed({ name, activeAt }: DialogOverview, description: string, before = ''): ListedItem {
  const title = `${before}${preview(name, titleChars)}`;
  return { variables: { dialog: name }, title, description, changedAt: activeAt };
}

function shortSummary(dialog: string, text: string, maxChars: number): string {
  const head = `# ${oneLine(dialog)}: summary\n\n`;
  if (head.length + text.length <= maxChars) return head + text;
  const args = { dialog, includeMessages: false, maxChars: Math.min(1_000_000, text.length * 2) };
  const rest = `\n\n… (cut: ${text.length} characters) The whole: history_get_dialog_detail ${jsonLine(args)}`;
  return head + beginning(text, maxChars - head.length - rest.length) + rest;
}

/** Dialogs and their summaries. */
export const dialogResources: readonly Resource[] = [summary, dialog];

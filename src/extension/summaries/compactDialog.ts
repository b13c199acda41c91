import * as settings from '../base/settings.ts';
import { commands, l10n } from 'vscode';
import type { DialogVersion } from '../../history/dialogs/compactionTypes.ts';
import { dialogMaterial, type DialogMaterial } from '../../history/summaries/dialogMaterial.ts';
import type { Summarized, Line } from '../../history/summaries/types.ts';
import { inform, messageCount, offerUndo, warn, dateTime, firstLine } from '../base/notices.ts';
import { chooseDialog, type DialogTarget } from '../base/pick.ts';
import { modelFor, withoutModel } from './models.ts';
import { review, written } from './review.ts';
import type { SummaryServices } from './summarizeText.ts';
import { itemText } from '../../protocol/summarySections.ts';
import { isObject, type JsonObject } from '../../disk/base/core.ts';
import { entryState, summarySections } from '../dialogs/summarySections.ts';

/**
 * Creates a new complete summary, shows it, and after consent clears the dialog except for its essential messages.
 */
export async function compactDialog(services: SummaryServices, argument: unknown): Promise<void> {
  const title = l10n.t('Compact Dialog');
  const target = await chooseDialog(services, argument, title);
  const { project, dialog } = target;
  const chat = await modelFor(services.modelMemory, title);
  if (chat === undefined) {
    const text = l10n.t(
      'Ask your agent to compact the dialog: its prompt /compact, or the one you copy here.',
    );
    withoutModel(text, agentPrompt(dialog), services.onError);
    return;
  }
  const material = await dialogMaterial(project.dialogs, dialog, settings.limits());
  if (material.lines.length <= material.recent.length) {
    inform(l10n.t('“{0}” is short; there is nothing to compact.', dialog));
    return;
  }
  const again = () => compactAgain(target);
  const progress = l10n.t('Compacting “{0}” with {1}', dialog, chat.name);
  const made = await written(chat, material, progress, async () => {
    await commands.executeCommand('historyStore.chooseSummaryModel');
    await again();
  });
  const keep = [...new Set([...made.essential, ...material.recent])].sort((a, b) => a - b);
  const proposal = {
    title: l10n.t('{0}: Summary ↔ Proposed Summary', dialog),
    name: dialog,
    key: JSON.stringify([project.root, dialog]),
    before: dialogText(dialog, material.summary, material.lines),
    after: dialogText(dialog, made.summary, material.lines, keep),
    accept: () => store(services, target, { material, made, keep }),
  };
  const leaving = messageCount(material.lines.length - keep.length);
  await review(
    services,
    proposal,
    l10n.t('Compact “{0}”? {1} go to a backup, {2} stay.', dialog, leaving, messageCount(keep.length)),
  );
}

interface Made {
  readonly material: DialogMaterial;
  readonly made: Summarized;
  /** Numbers of the messages that stay. */
  readonly keep: readonly number[];
}

/** Compacts the dialog, unless it changed in the meantime. */
async function store(
  services: SummaryServices,
  target: DialogTarget,
  all: Made,
  keepAdded = false,
): Promise<void> {
  const { project, dialog } = target;
  const { material, made, keep } = all;
  const done = await project.dialogs.compact(dialog, {
    version: material.version,
    summary: made.summary,
    keepAdded,
    keep: keep.map((number) => number - 1),
  });
  const again = { label: l10n.t('Compact Again'), run: () => compactAgain(target) };
  if (done.state === 'replaced') {
    warn(l10n.t('“{0}” was changed meanwhile. Nothing was written.', dialog), [again], services.onError);
    return;
  }
  if (done.state === 'added') {
    const accept = {
      label: l10n.t('Keep Them and Accept'),
      run: () => store(services, target, all, true),
    };
    const text = l10n.t('“{0}” got {1} meanwhile. Nothing was written.', dialog, messageCount(done.added));
    warn(text, [accept, again], services.onError);
    return;
  }
  const version = await project.dialogs.version(dialog);
  offerUndo(
    l10n.t('Compacted “{0}”: {1} stay. A backup was kept.', dialog, messageCount(done.kept)),
    () => undo(target, done.backup, version),
    services.onError,
  );
}

/** Restores messages and summary, and appends what was saved since. */
async function undo({ project: { dialogs }, dialog }: DialogTarget, backup: string, after: DialogVersion) {
  const { epoch, messages } = await dialogs.version(dialog);
  const isSame = epoch === after.epoch && messages > after.messages;
  const since = isSame ? await dialogs.window(dialog, after.messages, messages) : undefined;
  await dialogs.restoreBackup(dialog, backup);
  if (since) await dialogs.save(dialog, since.messages);
}

const compactAgain = ({ project, dialog }: DialogTarget): Thenable<unknown> =>
  commands.executeCommand('historyStore.compactDialog', { folder: project.root, dialog });

/** For agents, therefore in English; those with the server's prompts have it as `/compact`. */
const agentPrompt = (dialog: string): string =>
  `Compact the dialog ${JSON.stringify(dialog)} of the MCP server "history" (its prompt /compact): read all of it with history_get_dialog_detail, write a new full summary from the summary so far and all messages, then call history_clear, history_set_summary({mode:"merge"}) with it, and history_save with the essential messages as they were.`;

/** In longer dialogs, only the messages that stay are listed. */
const mostListed = 1_000;

/** Formats a dialog for reading: its summary and messages, or only those with numbers in `keep`. */
function dialogText(
  dialog: string,
  summary: JsonObject | undefined,
  lines: readonly Line[],
  keep?: readonly number[],
): string {
  const kept = new Set(keep);
  const listed = keep
    ? lines.filter(({ number }) => kept.has(number))
    : lines.length <= mostListed
      ? lines
      : lines.slice(-mostListed);
  const omitted = keep ? 0 : lines.length - listed.length;
  return [
    `# ${dialog}`,
    ...sectionTexts(summary),
    `## ${l10n.t('Messages')} (${messageCount(keep ? keep.length : lines.length)})`,
    [...(omitted > 0 ? [l10n.t('{0} older', omitted)] : []), ...listed.map(messageLine)].join('\n'),
    '',
  ].join('\n\n');
}

function sectionTexts(summary: JsonObject | undefined): readonly string[] {
  return summarySections(summary).map(({ label, entries }) => {
    const lines = entries.map((entry) => {
      const date =
        isObject(entry.value) && typeof entry.value.date === 'string' ? entry.value.date : undefined;
      const marks = [entryState(entry), date].filter((mark) => mark !== undefined);
      return `- ${itemText(entry)}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}`;
    });
    return [`## ${label}`, '', ...lines].join('\n');
  });
}

function messageLine({ number, role, ts, text }: Line): string {
  const speaker = role === 'user' ? l10n.t('User') : l10n.t('Assistant');
  return `- ${number} · ${dateTime(ts)} · ${speaker}: ${firstLine(text)}`;
}

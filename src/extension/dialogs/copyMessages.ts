import { env, l10n } from 'vscode';
import { markdownMessage } from '../../store/dialogs/export.ts';
import { sayCopied } from '../panes/copied.ts';
import type { DialogTarget } from '../base/pick.ts';
import type { DialogRows } from './dialogRows.ts';

/** Copies the whole text of the message at a place. */
export async function copyMessage({ project, dialog }: DialogTarget, place: number): Promise<void> {
  const [message] = (await project.dialogs.window(dialog, place, 1)).messages;
  if (message) await env.clipboard.writeText(message.text);
}

/** Copies the messages at these places, or all that are shown, as an export to Markdown has them. */
export async function copyMarkdown(rows: DialogRows, places?: readonly number[]): Promise<void> {
  const messages = await rows.messages(places);
  const words = { user: l10n.t('User'), assistant: l10n.t('Assistant') };
  const texts = messages.map(({ message }) => markdownMessage(message, words).trimStart());
  await env.clipboard.writeText(texts.join('\n'));
  sayCopied(messages.length);
}

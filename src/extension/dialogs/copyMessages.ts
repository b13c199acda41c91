import { env, l10n } from 'vscode';
import { markdownMessage } from '../../history/dialogs/export.ts';
import { sayCopied } from '../base/chat.ts';
import type { DialogTarget } from '../base/pick.ts';
import type { DialogRows } from './dialogRows.ts';

/** Copies the whole text of the message at a position. */
export async function copyMessage({ project, dialog }: DialogTarget, place: number): Promise<void> {
  const [message] = (await project.dialogs.window(dialog, place, 1)).messages;
  if (message) await env.clipboard.writeText(message.text);
}

/** Copies the messages at these positions, or all shown, in the format of a Markdown export. */
export async function copyMarkdown(rows: DialogRows, places?: readonly number[]): Promise<void> {
  const messages = await rows.messages(places);
  const words = { user: l10n.t('User'), assistant: l10n.t('Assistant') };
  const texts = messages.map(({ message }) => markdownMessage(message, words).trimStart());
  await env.clipboard.writeText(texts.join('\n'));
  sayCopied(messages.length);
}

import { isoTime } from '../../disk/base/core.ts';
import { commands, env, l10n, Uri, window, workspace } from 'vscode';
import { number } from './notices.ts';

/** Commands of the editor outside its API, so their existence is checked before use. */
const openCommand = 'workbench.action.chat.open';
const newCommand = 'workbench.action.chat.newChat';
/** Maximum characters put into a chat's input, which accepts more, so that people find their own words. */
const maxInputChars = 20_000;
/** Number of newest files with texts for chats that are kept. */
const keptFiles = 20;

/** Reports whether this editor has a chat that accepts text. */
export async function hasChat(): Promise<boolean> {
  if (workspace.getConfiguration('chat').get('disableAIFeatures') === true) return false;
  return (await commands.getCommands(true)).includes(openCommand);
}

/** Copies a text for an agent to the clipboard. */
export async function copyText(text: string): Promise<void> {
  await env.clipboard.writeText(text);
  window.setStatusBarMessage(l10n.t('$(check) Context copied'), 3_000);
}

/** Puts a text for an agent into the chat's input without sending it; on the clipboard if there is no chat. */
export async function openInChat(text: string): Promise<void> {
  if (await hasChat()) await commands.executeCommand(openCommand, { query: text, isPartialQuery: true });
  else await copyText(text);
}

/** A text with which a new chat starts. */
export interface ChatStart {
  /** Name of the content and its file. */
  readonly title: string;
  readonly text: string;
  /** Put before the person's own words if the text is attached as a file. */
  readonly pointer: string;
  /** Milliseconds. */
  readonly now: number;
}

/**
 * Opens a new chat with a text that is not sent: in its input, or attached as a file in `folder` if too long. Without
 * a chat, copies it to the clipboard. Returns where it went.
 */
export async function openNewChat(folder: Uri, start: ChatStart): Promise<'input' | 'file' | 'clipboard'> {
  if (!(await hasChat())) {
    await env.clipboard.writeText(start.text);
    return 'clipboard';
  }
  const isShort = start.text.length <= maxInputChars;
  const options = isShort
    ? { query: `${start.text}\n\n### User\n` }
    : { query: start.pointer, attachFiles: [await writeChatFile(folder, start)] };
  if ((await commands.getCommands(true)).includes(newCommand)) await commands.executeCommand(newCommand);
  await commands.executeCommand(openCommand, { ...options, isPartialQuery: true });
  await commands.executeCommand('cursorBottom'); // the input has the focus; its cursor is on the first line
  return isShort ? 'input' : 'file';
}

/** Opens an empty new chat. */
export async function openEmptyChat(): Promise<void> {
  if ((await commands.getCommands(true)).includes(newCommand)) await commands.executeCommand(newCommand);
  await commands.executeCommand(openCommand);
}

/** Writes a text for attaching to chats, and deletes the oldest ones. The file's name has only letters, digits and `-`. */
export async function writeChatFile(
  folder: Uri,
  { title, text, now }: Omit<ChatStart, 'pointer'>,
): Promise<Uri> {
  const time = isoTime(now).replaceAll(/[:.]/g, '-');
  const name = title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60);
  const file = Uri.joinPath(folder, `${name} ${time}.md`);
  await workspace.fs.writeFile(file, Buffer.from(text));
  const names = (await workspace.fs.readDirectory(folder)).map(([known]) => known);
  const oldest = names.sort((a, b) => (timeIn(a) < timeIn(b) ? -1 : 1)).slice(0, -keptFiles);
  for (const old of oldest) await workspace.fs.delete(Uri.joinPath(folder, old));
  return file;
}

const timeIn = (name: string): string => name.slice(name.lastIndexOf(' '));

const shownMs = 4_000;

/** Reports how many messages were copied. */
export function sayCopied(messages: number): void {
  const text =
    messages === 1
      ? l10n.t('1 message copied as Markdown')
      : l10n.t('{0} messages copied as Markdown', number(messages));
  window.setStatusBarMessage(`$(check) ${text}`, shownMs);
}

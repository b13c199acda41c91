import { isoTime } from '../../store/base/core.ts';
import { commands, env, l10n, Uri, window, workspace } from 'vscode';

/** Commands of the editor; none is part of its API, so they are looked for before they are used. */
const openCommand = 'workbench.action.chat.open';
const newCommand = 'workbench.action.chat.newChat';
/** The input of a chat takes any length; nobody finds their own words in more than this. Characters. */
const maxInputChars = 20_000;
/** So many files with texts for chats are kept, the newest. */
const keptFiles = 20;

/** Whether this editor has a chat that a text can be put into. */
export async function hasChat(): Promise<boolean> {
  if (workspace.getConfiguration('chat').get('disableAIFeatures') === true) return false;
  return (await commands.getCommands(true)).includes(openCommand);
}

/** Puts a text for an agent on the clipboard. */
export async function copyText(text: string): Promise<void> {
  await env.clipboard.writeText(text);
  window.setStatusBarMessage(l10n.t('$(check) Context copied'), 3_000);
}

/** Puts a text for an agent into the input of the chat, unsent; where there is no chat, on the clipboard. */
export async function openInChat(text: string): Promise<void> {
  if (await hasChat()) await commands.executeCommand(openCommand, { query: text, isPartialQuery: true });
  else await copyText(text);
}

/** A text that a new chat begins with. */
export interface ChatStart {
  /** What it is of; names its file. */
  readonly title: string;
  readonly text: string;
  /** Put before the person's own words in the input when the text is attached as a file. */
  readonly pointer: string;
  /** Milliseconds. */
  readonly now: number;
}

/**
 * Opens a new chat that begins with a text, unsent: in its input, or as an attached file in `folder` where that is too
 * long. Where the editor has no chat the text goes to the clipboard. Gives where it went.
 */
export async function openNewChat(folder: Uri, start: ChatStart): Promise<'input' | 'file' | 'clipboard'> {
  if (!(await hasChat())) {
    await env.clipboard.writeText(start.text);
    return 'clipboard';
  }
  const isShort = start.text.length <= maxInputChars;
  const options = isShort
    ? { query: `${start.text}\n\n### User\n` }
    : { query: start.pointer, attachFiles: [await writeFile(folder, start)] };
  if ((await commands.getCommands(true)).includes(newCommand)) await commands.executeCommand(newCommand);
  await commands.executeCommand(openCommand, { ...options, isPartialQuery: true });
  await commands.executeCommand('cursorBottom'); // the input has the focus; its cursor is on the first line
  return isShort ? 'input' : 'file';
}

/** Opens a new chat that holds nothing yet. */
export async function openEmptyChat(): Promise<void> {
  if ((await commands.getCommands(true)).includes(newCommand)) await commands.executeCommand(newCommand);
  await commands.executeCommand(openCommand);
}

/** Writes a text where chats can attach it, and deletes the oldest ones. */
async function writeFile(folder: Uri, { title, text, now }: ChatStart): Promise<Uri> {
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

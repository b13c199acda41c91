import { commands, env, l10n, window } from 'vscode';

/** The editor's own command; not part of its API, so it is looked for before it is used. */
const chatCommand = 'workbench.action.chat.open';

/** Whether this editor has a chat that a text can be put into. */
export async function hasChat(): Promise<boolean> {
  return (await commands.getCommands(true)).includes(chatCommand);
}

/** Puts a text for an agent on the clipboard. */
export async function copyText(text: string): Promise<void> {
  await env.clipboard.writeText(text);
  window.setStatusBarMessage(l10n.t('$(check) Context copied'), 3_000);
}

/** Puts a text for an agent into the input of the chat, unsent; where there is no chat, on the clipboard. */
export async function openInChat(text: string): Promise<void> {
  if (await hasChat()) await commands.executeCommand(chatCommand, { query: text, isPartialQuery: true });
  else await copyText(text);
}

import { commands, Disposable, type Uri } from 'vscode';

/** What a chat is opened with. */
export interface OpenedChat {
  readonly query: string;
  readonly isPartialQuery: boolean;
  readonly attachFiles?: readonly Uri[];
}

/** What the editor's chat was asked for, in order. */
export type ChatCall = 'new' | OpenedChat;

/** Stands in for the chat of the editor, whose input no extension can read, while `body` runs. */
export async function withChat(body: (calls: readonly ChatCall[]) => Promise<void>): Promise<void> {
  const calls: ChatCall[] = [];
  const chat = Disposable.from(
    commands.registerCommand('workbench.action.chat.newChat', () => void calls.push('new')),
    commands.registerCommand('workbench.action.chat.open', (options: OpenedChat) => void calls.push(options)),
  );
  try {
    await body(calls);
  } finally {
    chat.dispose();
  }
}

/** The chat that was opened last. */
export function lastChat(calls: readonly ChatCall[]): OpenedChat | undefined {
  const last = calls.at(-1);
  return last === 'new' ? undefined : last;
}

import type { ServerUnderTest } from './withServer.ts';

export const user = (text: string, ts?: number) => ({ role: 'user', text, ...(ts !== undefined && { ts }) });
export const assistant = (text: string, ts?: number) => ({
  role: 'assistant',
  text,
  ...(ts !== undefined && { ts }),
});

/** Saves messages and archives them as one context; gives its id. */
export async function archive(
  { ok }: ServerUnderTest,
  dialog: string,
  entries: readonly object[],
): Promise<string> {
  await ok('history_save', { dialog, entries });
  return String((await ok('chat_context_new', { dialog })).archivedContextId);
}

import type { Edit } from '../../history/facts/edits.ts';
import type { ToolCall } from '../../agents/reading/types.ts';
import { RequestCounter, type SessionPieces } from './requestCounter.ts';
import { changesIn, type CallChange } from './callChanges.ts';
import { resolvedPath, type ProjectFile } from './eventPaths.ts';

/** Lists the edits of a file during one request of a session, in order. */
export async function editsOfRequest(
  { cwd, messages, subagents }: SessionPieces,
  asked: number,
  { names, paths }: ProjectFile,
): Promise<readonly Edit[]> {
  const found: Edit[] = [];
  const isMeant = (path: string): boolean => names.includes(paths.below(resolvedPath(path, cwd)) ?? '');
  const take = (calls: readonly ToolCall[] = []): void => {
    for (const change of calls.flatMap(changesIn)) found.push(...editsOf(change, isMeant));
  };
  const counted = new RequestCounter();
  const times: { readonly time: string; readonly asked: number }[] = [];
  for await (const message of messages) {
    counted.next(message);
    times.push({ time: message.timestamp, asked: counted.asked });
    if (counted.asked === asked) take(message.toolCalls);
  }
  for await (const { messages: subagentMessages } of subagents())
    for (const { timestamp, toolCalls } of subagentMessages)
      if ((times.findLast(({ time }) => time <= timestamp)?.asked ?? 0) === asked) take(toolCalls);
  return found;
}

function editsOf(change: CallChange, isMeant: (path: string) => boolean): Edit[] {
  const texts = (path: string, before: readonly string[], after: readonly string[]): Edit[] =>
    isMeant(path) ? [{ kind: 'texts', path, before: before.join('\n'), after: after.join('\n') }] : [];
  if (change.kind === 'patch')
    return change.patch.pieces.flatMap(({ before, after }) => texts(change.patch.path, before, after));
  if (change.kind === 'whole') return texts(change.path, [], change.lines);
  if (change.kind === 'unknown') return [];
  const { effect } = change.effect;
  return effect.kind === 'write' || effect.kind === 'append' ? texts(effect.path, [], [effect.text]) : [];
}

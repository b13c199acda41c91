import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { defined, StoreError } from '../store/base/core.ts';
import { maxMaxTokens, minMaxTokens } from '../store/sessions/handOver.ts';
import type { HandOverFormat, SessionInfo } from '../store/sessions/types.ts';
import { transcripts } from '../store/transcripts/readTranscript.ts';
import type { CliProject } from './project.ts';
import { localTime } from './localTime.ts';
import { many, tagText, type CommandResult, type Terminal } from './terminal.ts';

export interface ListOptions {
  readonly words?: readonly string[];
  readonly limit?: number;
  readonly tag?: string;
  readonly archived?: true;
}

/**
 * `sessions`: JSON `{sessions: [{number, id, source, title, updated, path, archived?, tags?, note?}], total}`. Those that people
 * archived are listed only where they, a tag or words are asked for.
 */
export async function listSessions(
  { store, workspace }: CliProject,
  { words = [], limit = 20, tag, archived }: ListOptions,
  { bold, dim, say }: Terminal,
): Promise<CommandResult> {
  const query = words.join(' ');
  const isAll = query !== '' || tag !== undefined;
  const { sessions, total } = await store.sessions.list(workspace, {
    limit,
    ...(query !== '' && { query }),
    ...defined({ tag, isArchived: archived ?? (isAll ? undefined : false) }),
  });
  const json = { sessions: sessions.map(listed), total };
  const lines = sessions.map(
    ({ number, title, source, activeAt, sessionId, labels }) =>
      `${String(number).padStart(3)}. ${bold(title)}\n     ${dim(`${source}, ${localTime(activeAt)}, ${sessionId}${tagText(labels?.tags)}`)}`,
  );
  const rest = total - sessions.length;
  const more =
    rest > 0
      ? [say([`${rest} more: give words or --limit.`, `还有 ${rest} 个：请给出关键词或 --limit。`])]
      : [];
  const none = total === 0 ? [say(['No sessions in this project.', '此项目没有会话。'])] : [];
  return { json, text: [...lines, ...more, ...none].join('\n') };
}

const listed = ({ number, sessionId: id, source, title, activeAt, path, archived, labels }: SessionInfo) => ({
  ...{ number, id, source, title, updated: new Date(activeAt).toISOString(), path },
  ...defined({ archived, tags: labels?.tags, note: labels?.note }),
});

export interface ResumeOptions {
  readonly session?: string;
  readonly format: HandOverFormat;
  readonly maxTokens?: number;
  readonly cursor?: string;
  readonly all?: true;
}

/** `resume`: the initial history; JSON `{session, source, title, format, messages, tokens, omittedTurns, cursor?}`. */
export async function resumeSession(
  { store, workspace }: CliProject,
  { session = 'latest', all, format, maxTokens, cursor }: ResumeOptions,
): Promise<CommandResult> {
  if (maxTokens !== undefined && (maxTokens < minMaxTokens || maxTokens > maxMaxTokens))
    throw new StoreError(
      'invalid_argument',
      `--max-tokens takes ${minMaxTokens} to ${maxMaxTokens}, but got ${maxTokens}.`,
    );
  const resumed = await store.sessions.resume(workspace, session, {
    ...{ format, curated: all !== true },
    ...defined({ maxTokens, cursor }),
    rest: (next) => `mcp-history-store resume --cursor ${next}`,
  });
  const { text, messages, tokens, omittedTurns, session: info } = resumed;
  const head = { session: info.sessionId, source: info.source, title: info.title };
  return {
    json: { ...head, format, messages, tokens, omittedTurns, ...defined({ cursor: resumed.cursor }) },
    text,
  };
}

/** `archive`: JSON `{state, path, messages}` or `{state: "unchanged", parts}`. */
export async function archiveSession(
  project: CliProject,
  { session = 'latest' }: { readonly session?: string },
  { say }: Terminal,
): Promise<CommandResult> {
  const { store, keep } = project;
  const outcome = await store.archives.archive(transcripts.archivable(await transcriptOf(project, session)), {
    ...keep.archive,
    event: 'command',
  });
  if (outcome.state === 'unchanged') {
    const last = outcome.parts.at(-1);
    const text: readonly [string, string] =
      last === undefined
        ? ['Nothing to archive: the transcript holds no message.', '没有可归档的内容：会话中没有消息。']
        : [`Nothing new since ${last}.`, `自 ${last} 以来没有新内容。`];
    return { json: { state: 'unchanged', parts: outcome.parts }, text: say(text) };
  }
  const { path, messages } = outcome.archive;
  return {
    json: { state: 'archived', path, messages },
    text: say([`Archived ${many(messages, 'message')} in ${path}`, `已将 ${messages} 条消息归档到 ${path}`]),
  };
}

/**
 * `keep`: what agents will delete, or every session; JSON `{state, kept, unchanged, failed, left, bytes, …}`. It stops
 * where it is when it is interrupted, and goes on when it is called again.
 */
export async function keepSessions(
  { store, workspace, keep }: CliProject,
  { all }: { readonly all?: true },
  { say }: Terminal,
): Promise<CommandResult> {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  const options = { signal: stop.signal, ...(all && ({ which: 'all' } as const)) };
  const report = await store.capture.sweep(workspace, keep, options);
  const { kept, bytes, failed, left } = report;
  const megabytes = (bytes / 1_000_000).toFixed(1);
  const english = `Kept ${many(kept, 'session')} (${megabytes} MB); ${failed} failed, ${left} left.`;
  const chinese = `已保留 ${kept} 个会话（${megabytes} MB）；失败 ${failed} 个，剩余 ${left} 个。`;
  const off = [
    'HISTORY_KEEP is off; --all keeps every session.',
    'HISTORY_KEEP 为 off；--all 保留所有会话。',
  ] as const;
  const elsewhere = ['Another program is keeping sessions right now.', '另一个程序正在保留会话。'] as const;
  const texts = { off, elsewhere };
  const { state } = report;
  return {
    json: { ...report },
    text: say(state === 'off' || state === 'elsewhere' ? texts[state] : [english, chinese]),
  };
}

/** A person may name any file; otherwise it is a session of the project. */
async function transcriptOf({ store, workspace }: CliProject, session: string): Promise<string> {
  const path = resolve(session);
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) return path;
  const { source, archived, path: found, title } = await store.sessions.find(workspace, session);
  if (source !== 'history' && archived !== true) return found;
  throw new StoreError('invalid_argument', `${JSON.stringify(title)} is kept in the history already.`);
}

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { localTime, defined, StoreError } from '../disk/base/core.ts';
import { maxMaxTokens, minMaxTokens } from '../history/sessions/handOver.ts';
import type { HandOverFormat, SessionInfo } from '../history/sessions/types.ts';
import { transcripts } from '../agents/readTranscript.ts';
import { unreadText } from '../agents/unreadText.ts';
import type { CliProject } from './project.ts';
import { recoveredTexts } from '../history/capture/recoveredTexts.ts';
import { many, tagText, type CommandResult, type Terminal, noteOfMasked } from './terminal.ts';

export interface ListOptions {
  readonly words?: readonly string[];
  readonly limit?: number;
  readonly tag?: string;
  readonly archived?: true;
  readonly automated?: boolean;
}

/**
 * `sessions`: JSON `{sessions: [{number, id, source, title, updated, path, archived?, automated?, recovered?, tags?, note?}], total, unread?}`.
 * Archived ones are listed only on request, by tag or by words.
 */
export async function listSessions(
  { store, workspace }: CliProject,
  { words = [], limit = 20, tag, archived, automated }: ListOptions,
  { bold, dim, say }: Terminal,
): Promise<CommandResult> {
  const query = words.join(' ');
  const isAll = query !== '' || tag !== undefined;
  const { sessions, total, unread } = await store.sessions.list(workspace, {
    limit,
    ...(query !== '' && { query }),
    ...defined({ tag, isArchived: archived ?? (isAll ? undefined : false), isAutomated: automated }),
  });
  const json = { sessions: sessions.map(listed), total, ...(unread.length > 0 && { unread }) };
  const lines = sessions.map(
    ({ number, title, source, activeAt, sessionId, labels, isAutomated, recovered }) => {
      const marks = [isAutomated && say('run by a program'), recovered && say(recoveredTexts[recovered])];
      const about = [source, localTime(activeAt), sessionId, ...marks].filter(Boolean).join(', ');
      return `${String(number).padStart(3)}. ${bold(title)}\n     ${dim(`${about}${tagText(labels?.tags)}`)}`;
    },
  );
  const rest = total - sessions.length;
  const more = rest > 0 ? [say('{0} more: give words or --limit.', rest)] : [];
  const none = total === 0 ? [say('No sessions in this project.')] : [];
  const left = unread.map((place) => dim(unreadText(place, say)));
  return { json, text: [...lines, ...more, ...none, ...left].join('\n') };
}

const listed = ({
  number,
  sessionId: id,
  source,
  title,
  activeAt,
  path,
  archived,
  isAutomated,
  recovered,
  labels,
}: SessionInfo) => ({
  number,
  id,
  source,
  title,
  updated: new Date(activeAt).toISOString(),
  path,
  ...defined({ archived, automated: isAutomated, recovered, tags: labels?.tags, note: labels?.note }),
});

export interface ResumeOptions {
  readonly session?: string;
  readonly format: HandOverFormat;
  readonly maxTokens?: number;
  readonly cursor?: string;
  readonly all?: true;
  /** The agent for which a session is written, instead of a text. */
  readonly in?: string;
  readonly until?: string;
  readonly dryRun?: true;
  readonly anyVersion?: true;
}

/** `resume`: the initial history; JSON `{session, source, title, format, messages, tokens, omittedTurns, cursor?}`. */
export async function resumeSession(
  project: CliProject,
  options: ResumeOptions,
  terminal: Terminal,
): Promise<CommandResult> {
  const { store, workspace } = project;
  const { session = 'latest', all, format, maxTokens, cursor, in: agent } = options;
  if (maxTokens !== undefined && (maxTokens < minMaxTokens || maxTokens > maxMaxTokens))
    throw new StoreError(
      'invalid_argument',
      `--max-tokens takes ${minMaxTokens} to ${maxMaxTokens}, but got ${maxTokens}.`,
    );
  if (agent !== undefined) {
    const { continueIn } = await import('./continueIn.ts');
    return continueIn(project, { ...options, session, agent }, terminal);
  }
  const resumed = await store.sessions.resume(workspace, session, {
    format,
    curated: all !== true,
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
  const { path: file, agent } = await transcriptOf(project, session);
  const outcome = await store.archives.archive(transcripts.archivable(file, agent), {
    ...keep.archive,
    event: 'command',
  });
  if (outcome.state === 'unchanged') {
    const last = outcome.parts.at(-1);
    const text =
      last === undefined
        ? say('Nothing to archive: the transcript holds no message.')
        : say('Nothing new since {0}.', last);
    return { json: { state: 'unchanged', parts: outcome.parts }, text };
  }
  const { path, messages, secrets = 0 } = outcome.archive;
  const note = noteOfMasked(secrets, say);
  const done = say('Archived {0} in {1}', many(say, messages, 'message'), path);
  return { json: { state: 'archived', path, messages, ...note.json }, text: done + note.text };
}

/**
 * `keep`: sessions agents will delete, or all; JSON `{state, kept, unchanged, failed, left, bytes, …}`. Can be
 * interrupted; the next call continues.
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
  const counts = [many(say, kept, 'session'), megabytes, failed, left] as const;
  const texts = {
    off: say('HISTORY_KEEP is off; --all keeps every session.'),
    elsewhere: say('Another program is keeping sessions right now.'),
  };
  const { state } = report;
  return {
    json: { ...report },
    text:
      state === 'off' || state === 'elsewhere'
        ? texts[state]
        : say('Kept {0} ({1} MB); {2} failed, {3} left.', ...counts),
  };
}

/** Accepts any file, or a session of the project. */
async function transcriptOf(
  { store, workspace }: CliProject,
  session: string,
): Promise<{ readonly path: string; readonly agent?: string }> {
  const path = resolve(session);
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) return { path };
  const { source, archived, path: found, title } = await store.sessions.find(workspace, session);
  if (source !== 'history' && archived !== true) return { path: found, agent: source };
  throw new StoreError('invalid_argument', `${JSON.stringify(title)} is kept in the history already.`);
}

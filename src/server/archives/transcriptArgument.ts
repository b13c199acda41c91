import fs from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { isoTime, StoreError } from '../../disk/base/core.ts';
import { transcripts } from '../../agents/readTranscript.ts';
import type { SessionInfo } from '../../history/sessions/types.ts';
import type { Agent } from '../../agents/reading/types.ts';
import { show } from '../base/text.ts';

/** Minimum length of an id prefix; shorter ones are often ambiguous. */
const minPrefixLength = 8;
/** Maximum number of transcripts listed in an error. */
const offered = 10;

/** A transcript of the project, as in lists of sessions. */
export interface ListedTranscript extends Pick<SessionInfo, 'sessionId' | 'title' | 'activeAt' | 'path'> {
  readonly agent: Agent;
}

/** Selects the sessions whose agent still has the transcript. */
export const listedTranscripts = (sessions: readonly SessionInfo[]): ListedTranscript[] =>
  sessions.flatMap(({ source: agent, archived, ...info }) =>
    agent === 'history' || archived === true ? [] : { ...info, agent },
  );

/** A file to archive, and its agent where known. */
export interface ChosenTranscript {
  readonly path: string;
  readonly agent?: Agent;
}

export interface TranscriptChoice {
  readonly sessionId: string | undefined;
  readonly path: string | undefined;
}

/**
 * Resolves the transcript of a call to a file without links: that of a session, or at a path. A path reaches only files
 * of the project and transcripts that belong to it, not other files or other projects' transcripts.
 */
export async function chosenTranscript(
  { sessionId, path }: TranscriptChoice,
  root: string,
  transcriptsOf: () => Promise<readonly ListedTranscript[]>,
): Promise<ChosenTranscript> {
  if (path !== undefined && sessionId === undefined) return allowedFile(path, root, transcriptsOf);
  const transcripts = await transcriptsOf();
  if (sessionId !== undefined && path === undefined) return ofSession(transcripts, sessionId);
  const which = path === undefined ? 'both missing' : 'both given';
  throw new StoreError(
    'invalid_argument',
    `sessionId and path are ${which}: archive_transcript needs one of them, sessionId for a session of \`available\` or path for a transcript in the project.`,
    { arguments: ['sessionId', 'path'], available: available(transcripts) },
  );
}

function ofSession(transcripts: readonly ListedTranscript[], wanted: string): ChosenTranscript {
  const exact = transcripts.find(({ sessionId }) => sessionId === wanted); // the most recently active one
  if (exact) return exact;
  const alike = wanted.length < minPrefixLength ? [] : transcripts.filter((info) => begins(info, wanted));
  const [first] = alike;
  if (first && alike.every(({ sessionId }) => sessionId === first.sessionId)) return first;
  if (first) throw refuse(`begins several sessions of this project; give more of it.`, wanted, alike);
  const reason =
    wanted.length < minPrefixLength
      ? `is not a session of this project, and too short for the beginning of one, which needs ${minPrefixLength} characters.`
      : 'is not a session of this project. Take one of `available`, or pass the path of its transcript.';
  throw refuse(reason, wanted, transcripts, 'not_found');
}

const begins = ({ sessionId }: ListedTranscript, prefix: string): boolean => sessionId.startsWith(prefix);

const refuse = (
  reason: string,
  wanted: string,
  transcripts: readonly ListedTranscript[],
  code: 'not_found' | 'invalid_argument' = 'invalid_argument',
): StoreError =>
  new StoreError(code, `sessionId ${show(wanted)} ${reason}`, { available: available(transcripts) });

const available = (transcripts: readonly ListedTranscript[]) =>
  transcripts.slice(0, offered).map(({ sessionId, agent, title, activeAt }) => ({
    sessionId,
    agent,
    title,
    activeAt: isoTime(activeAt),
  }));

async function allowedFile(
  path: string,
  root: string,
  transcriptsOf: () => Promise<readonly ListedTranscript[]>,
): Promise<ChosenTranscript> {
  const named = resolve(root, path);
  if ((await transcripts.storageOf(named)) !== undefined) return storedSession(path, root, transcriptsOf);
  const real = await realPath(named);
  if (isBelow(root, real ?? named) && !named.includes('\0')) return { path: real ?? named }; // archiving a missing one reports so
  for (const transcript of await transcriptsOf())
    if (real !== undefined && (await realPath(transcript.path)) === real)
      return { ...transcript, path: real };
  throw outside(path, root);
}

/** A session that is not a file must be one of the project's, as its path could lead to any database. */
async function storedSession(
  path: string,
  root: string,
  transcriptsOf: () => Promise<readonly ListedTranscript[]>,
): Promise<ChosenTranscript> {
  const named = resolve(root, path);
  const found = (await transcriptsOf()).find((transcript) => transcript.path === named);
  if (found) return found;
  throw outside(path, root);
}

/** Does not reveal whether such a file exists. */
const outside = (path: string, root: string): StoreError =>
  new StoreError(
    'outside',
    `path ${show(path)} is neither in the project folder ${root} nor a transcript of this project. Pass the sessionId of one of its sessions instead.`,
    { arguments: ['path'] },
  );

/** The path without links; undefined where nothing can be opened. */
const realPath = (path: string): Promise<string | undefined> => fs.realpath(path).catch(() => undefined);

function isBelow(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

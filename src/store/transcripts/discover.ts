import { errno } from '../base/errors.ts';
import { statsAhead } from '../files/statsAhead.ts';
import { findClaude } from './claude/claudePlace.ts';
import { findCline } from './cline/clinePlace.ts';
import { findCodex } from './codex/codexPlace.ts';
import { findCopilotCli } from './copilotCli/copilotCliPlace.ts';
import { readUntil, type Ends } from './shared/ends.ts';
import { findGemini } from './gemini/geminiPlace.ts';
import { OverviewReader, writesLines, type Overview } from './overview.ts';
import type { FindTranscripts, FoundTranscript, Places } from './shared/places.ts';
import { rootsOf, type Roots } from './shared/roots.ts';
import { isCommand, isTitled } from './shared/titles.ts';
import { TranscriptCache, type KnownTranscript } from './transcriptCache.ts';
import type { Agent, TranscriptInfo } from './shared/types.ts';
import { findCopilot, findVscodeChat } from './vscode/vscodePlaces.ts';

const finders: readonly FindTranscripts[] = [
  findClaude,
  findCodex,
  findGemini,
  findVscodeChat,
  findCopilot,
  findCopilotCli,
  findCline,
];

/**
 * The transcripts of all agents that belong to a folder (it, its git repository and the other working trees of that),
 * the most recently active first. Of each only head and tail are read, one file at a time per agent, and only where
 * it changed since `cache`, which is for this folder alone, saw it. Sessions in which nothing was said are left out;
 * what cannot be read is, too, and Copilot's own transcript of a chat session of VS Code that is listed itself.
 */
export async function listTranscripts(
  places: Places,
  folder: string,
  cache = new TranscriptCache(),
): Promise<TranscriptInfo[]> {
  const roots = await rootsOf(places, folder);
  const overviews = new OverviewReader();
  const lists = await Promise.all(
    finders.map(async (find) => {
      const infos: TranscriptInfo[] = [];
      for await (const [found, stat] of statsAhead(find(places, roots))) {
        const info = await look(found, stat, { roots, overviews, cache });
        if (info) infos.push(info);
      }
      return infos;
    }),
  );
  cache.sweep();
  return withoutTwins(lists.flat()).sort((a, b) => b.activeAt - a.activeAt || (a.path < b.path ? -1 : 1));
}

/** Copilot in VS Code writes a transcript of its own of each chat session, and keeps only the newest; the chat session is whole. */
function withoutTwins(infos: readonly TranscriptInfo[]): TranscriptInfo[] {
  const chats = new Set(infos.filter(({ agent }) => agent === 'vscode').map(({ sessionId }) => sessionId));
  return infos.filter(({ agent, sessionId }) => agent !== 'copilot' || !chats.has(sessionId));
}

interface Looking {
  readonly roots: Roots;
  readonly overviews: OverviewReader;
  readonly cache: TranscriptCache;
}

async function look(
  found: FoundTranscript,
  stat: Promise<Stat>,
  looking: Looking,
): Promise<TranscriptInfo | undefined> {
  try {
    const { size, mtimeMs } = await stat;
    const { info, cwd } = await know(found, { size, mtimeMs }, looking);
    if (!info || !(await isOurs(found, cwd, looking.roots))) return undefined;
    return { ...info, ...(found.keptFor !== undefined && { deletedAt: mtimeMs + found.keptFor }) };
  } catch (error) {
    // Gone meanwhile, or not ours to read: a list shows the others.
    if (errno(error) !== undefined) return undefined;
    throw error;
  }
}

/** What is known of a transcript, read where that is new, or was another folder's and is ours now. */
async function know(found: FoundTranscript, stat: Stat, looking: Looking): Promise<KnownTranscript> {
  const known = looking.cache.get(found.path, stat.size, stat.mtimeMs);
  if (known && (known.info ?? known.empty)) return known;
  if (known && !(await isOurs(found, known.cwd, looking.roots))) return known;
  const read = await readKnown(found, stat, looking);
  looking.cache.set(found.path, read);
  return read;
}

/** Whether a transcript belongs to the roots: its place says so, or the folder it ran in. */
async function isOurs({ unsure }: FoundTranscript, cwd: string | undefined, roots: Roots): Promise<boolean> {
  return !unsure || (cwd !== undefined && (await roots.include(cwd)));
}

type Stat = Pick<KnownTranscript, 'size' | 'mtimeMs'>;

async function readKnown(found: FoundTranscript, stat: Stat, looking: Looking): Promise<KnownTranscript> {
  const { roots, overviews } = looking;
  const source = { path: found.path, mtimeMs: stat.mtimeMs };
  const look = async (ends: Ends) => ({ ends, overview: await overviews.read(found.agent, ends, source) });
  const placed = ({ overview }: Looked) => !found.unsure || overview.cwd !== undefined;
  const told = (looked: Looked) => placed(looked) && isTold(found.agent, looked);
  const atOnce = !found.unsure || found.likely === true;
  const read = (enough: typeof told, tail: boolean) =>
    readUntil(found.path, stat.size, look, enough, { tail });
  let looked = await read(atOnce ? told : placed, atOnce);
  const cwd = found.cwd ?? looked.overview.cwd;
  const base = { ...stat, ...(cwd !== undefined && { cwd }) };
  if (!(await isOurs(found, cwd, roots))) return base;
  if (!atOnce && !looked.ends.complete) looked = await read(told, true);
  const { ends, overview } = looked;
  if (ends.complete && overview.empty) return { ...base, empty: true };
  // The end of a single JSON value is not read by itself; then the last change is the last activity.
  const activeAt = ends.complete || ends.tail !== '' ? Date.parse(overview.lastUpdated) : stat.mtimeMs;
  const more = { size: stat.size, activeAt, ...(cwd !== undefined && { cwd }) };
  return { ...base, info: infoOf(found, overview, more) };
}

/** Whether the list shows what the reader of the whole would: a line that was cut may be no words of the person. */
function isTold(agent: Agent, { ends, overview }: Looked): boolean {
  const { empty, title = '' } = overview;
  return !empty && isTitled(overview) && !isCommand(title) && !(ends.torn && writesLines(agent));
}

/** What was read of a transcript, and what that tells. */
interface Looked {
  readonly ends: Ends;
  readonly overview: Overview;
}

function infoOf(
  { agent, path }: FoundTranscript,
  { sessionId, title, startTime, gitBranch }: Overview,
  more: Pick<TranscriptInfo, 'size' | 'activeAt' | 'cwd'>,
): TranscriptInfo {
  const startedAt = Date.parse(startTime);
  const named = title ?? sessionId;
  return {
    agent,
    path,
    sessionId,
    title: named,
    startedAt,
    ...more,
    ...(gitBranch !== undefined && { gitBranch }),
  };
}

import { dirname } from 'node:path';
import { defined, errno } from '../base/core.ts';
import { TimeSlices } from '../base/timeSlices.ts';
import { discoveryIn, lookAt, stateOf, type DiscoveryOptions, type FileInfo, type Looked } from './lookAt.ts';
import type { FoundTranscript, Retention } from './shared/agent.ts';
import type {
  Agent,
  DeletionRule,
  DiscoveredTranscripts,
  NewestTranscripts,
  SilentTranscript,
  TranscriptInfo,
} from './shared/types.ts';

/** Of so many agents files are looked at side by side: what was read of all of them may arrive in one turn. */
const agentsAtOnce = 4;

/**
 * The transcripts of all agents that belong to a folder (it, its git repository and the other working trees of that, and
 * where its project was before). Of each only head and tail are read, one file at a time per agent. Sessions in which
 * nothing was said are `silent`; left out is what cannot be read, and Copilot's own transcript of a chat session of
 * VS Code that is listed itself.
 */
export async function discoverTranscripts(
  folder: string,
  looking: DiscoveryOptions,
): Promise<DiscoveredTranscripts> {
  const { agents, places } = looking;
  const discovery = await discoveryIn(folder, looking);
  const { known, roots } = discovery;
  const slices = new TimeSlices();
  const lists: RuledLook[][] = [];
  const waiting = Object.values(agents).entries();
  const next = async (): Promise<void> => {
    for (const [place, agent] of waiting) {
      const looked: Looked[] = [];
      for await (const found of agent.find(places, roots)) {
        const one = await lookAt(found, discovery);
        if (one) looked.push(one);
        await known.keep();
        await slices.pause();
      }
      lists[place] = withRule(looked, await agent.retention?.(places, folder));
    }
  };
  await Promise.all(Array.from({ length: agentsAtOnce }, next));
  await known.end();
  const transcripts = withoutTwins(lists.flatMap((list) => list.flatMap((one) => one.info ?? [])));
  return {
    transcripts: transcripts.sort((a, b) => b.activeAt - a.activeAt || (a.path < b.path ? -1 : 1)),
    silent: lists.flatMap((list) => silentOf(list)),
  };
}

/**
 * Of the transcripts that `discoverTranscripts` finds those whose files changed last, at most `count`, without what their
 * agents' rules mean for each, and how many files there are. Takes a look at each file, and reads no others.
 */
export async function newestTranscripts(
  folder: string,
  looking: DiscoveryOptions,
  count: number,
): Promise<NewestTranscripts> {
  const discovery = await discoveryIn(folder, looking);
  const slices = new TimeSlices();
  const found: { readonly one: FoundTranscript; readonly changedAt: number }[] = [];
  for (const agent of Object.values(looking.agents))
    for await (const one of agent.find(looking.places, discovery.roots)) {
      const changedAt = changeOf(one);
      if (changedAt !== undefined) found.push({ one, changedAt });
      await slices.pause();
    }
  const transcripts: TranscriptInfo[] = [];
  for (const { one } of found.sort((a, b) => b.changedAt - a.changedAt)) {
    if (transcripts.length === count) break;
    const looked = await lookAt(one, discovery);
    if (looked?.info) transcripts.push(looked.info);
    await slices.pause();
  }
  return { transcripts: withoutTwins(transcripts), files: found.length };
}

/** When a transcript changed last, milliseconds; undefined where it is gone. */
function changeOf(found: FoundTranscript): number | undefined {
  try {
    return stateOf(found).mtimeMs;
  } catch (error) {
    if (errno(error) !== undefined) return undefined;
    throw error;
  }
}

/**
 * Without what is told by others of the same session: Copilot in VS Code writes a transcript of its own of each chat
 * session, and SpecStory one of any agent's, and the session itself is whole.
 */
function withoutTwins(infos: readonly TranscriptInfo[]): TranscriptInfo[] {
  const idsOf = (counts: (info: TranscriptInfo) => boolean) =>
    new Set(infos.filter(counts).map(({ sessionId }) => sessionId));
  const chats = idsOf(({ agent }) => agent === 'vscode');
  const own = idsOf(({ agent }) => agent !== 'specstory');
  const twins: Readonly<Partial<Record<Agent, ReadonlySet<string>>>> = { copilot: chats, specstory: own };
  return infos.filter(({ agent, sessionId }) => twins[agent]?.has(sessionId) !== true);
}

/** With what its agent's rule means for it. */
type RuledLook = Looked & { readonly info?: TranscriptInfo };

/** Transcripts with what their agent's rule means for each. */
function withRule(looked: readonly Looked[], rule: Retention | undefined): RuledLook[] {
  const ranks = new Map<string, number>();
  const newestFirst = [...looked].sort((a, b) => b.file.changedAt - a.file.changedAt);
  return newestFirst.map(({ file, info, ...rest }) => {
    const folder = dirname(file.path);
    const rank = ranks.get(folder) ?? 0;
    ranks.set(folder, rank + 1);
    const deletion = rule === undefined ? {} : deletionOf(file, rank, rule);
    return { ...rest, file: { ...file, ...deletion }, ...(info && { info: { ...info, ...deletion } }) };
  });
}

/** `rank` is how many of its folder changed later. */
function deletionOf({ changedAt }: FileInfo, rank: number, { maxAgeMs, newest }: Retention): DeletionRule {
  if (maxAgeMs === undefined && newest === undefined) return { neverDeleted: true };
  return defined({
    deletedAt: maxAgeMs === undefined ? undefined : changedAt + maxAgeMs,
    deletedAfter: newest === undefined ? undefined : Math.max(0, newest - rank - 1),
  });
}

/** Where only the place says that a silent transcript belongs here, none of another folder may lie beside it. */
function silentOf(looked: readonly Looked[]): SilentTranscript[] {
  const shared = new Set(looked.filter(({ isForeign }) => isForeign).map(({ file }) => dirname(file.path)));
  return looked.flatMap(({ file: { likely, ...file }, info, isForeign }) =>
    info || isForeign || (likely && shared.has(dirname(file.path))) ? [] : file,
  );
}

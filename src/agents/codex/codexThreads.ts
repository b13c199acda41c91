import { JsonLines } from '../reading/lines.ts';
import { givenTitle } from '../reading/titles.ts';
import type { ModelRequest, StreamTranscript, TranscriptStream } from '../reading/types.ts';
import { codexContent } from './codexContent.ts';
import { helpersOf } from './codexHelpers.ts';
import { CodexRequests } from './codexRequests.ts';
import { threadNames } from './codexNames.ts';
import { homeAround, presentPath, rolloutOf, rolloutsAround } from './codexRollouts.ts';

/** Reads a thread with those of its helpers, and with what its earlier files cost, of which it may go on from a part only. */
export const withThreads =
  (stream: StreamTranscript): StreamTranscript =>
  async (open, source) => {
    const inner = await named(await stream(open, source), source.path);
    const parent = { id: inner.header.sessionId, path: source.path, endedAt: source.mtimeMs };
    const read = { ...inner, subagents: () => helpersOf(parent, stream) };
    const earlier = await earlierRequests(source.path);
    if (earlier.length === 0) return read;
    const { requests: own = [] } = read.header;
    const all = new Map([...earlier, ...own].map((request) => [request.id, request]));
    const requests = [...all.values()].sort((a, b) => a.at - b.at);
    return { ...read, header: { ...read.header, requests } };
  };

/** Gives a thread the name that its home keeps apart from it. */
async function named(thread: TranscriptStream, path: string): Promise<TranscriptStream> {
  const home = homeAround(path);
  const names = home === undefined ? undefined : await threadNames(home);
  const title = givenTitle(names?.get(thread.header.sessionId.toLowerCase()));
  return title === undefined ? thread : { ...thread, header: { ...thread.header, title } };
}

/** Reads the requests in the other files of a thread that was reverted. */
async function earlierRequests(path: string): Promise<readonly ModelRequest[]> {
  const own = rolloutOf(presentPath(path));
  if (own.rollout === undefined) return [];
  const found: ModelRequest[] = [];
  for (const file of await rolloutsAround(own.path)) {
    if (file.thread !== own.thread || file.path === own.path) continue;
    const requests = new CodexRequests();
    for await (const line of new JsonLines(codexContent(file.path))) requests.add(line);
    found.push(...requests.all);
  }
  return found;
}

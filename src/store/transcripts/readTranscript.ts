import fs from 'node:fs/promises';
import { defined, StoreError } from '../base/core.ts';
import type { Secrets } from '../base/context.ts';
import { withStoreErrors } from '../files/failure.ts';
import { plainSecrets } from '../secrets/secrets.ts';
import { agentTranscripts } from './agents.ts';
import { recognise } from './recognise.ts';
import { collect, fileChunks } from './shared/whole.ts';
import {
  agents,
  type Agent,
  type OpenTranscript,
  type SessionRecord,
  type StreamTranscript,
  type TranscriptInfo,
  type TranscriptStream,
} from './shared/types.ts';

/**
 * Reads a transcript as a whole; the agent of a bare path is recognised by content and place. Never throws on
 * content; refuses a missing file or one of no known agent, and says what the disk refused. Secrets are masked.
 */
export async function readTranscript(
  of: Pick<TranscriptInfo, 'agent' | 'path'> | string,
  secrets: Secrets = plainSecrets,
): Promise<SessionRecord> {
  const { agent, path } = typeof of === 'string' ? { agent: await agentOf(of), path: of } : of;
  return withStoreErrors(async () => collect(await streamTranscript({ agent, path }, secrets)));
}

/** The same, read piece by piece; `open` gives its bytes, unless they are the file's. */
export async function streamTranscript(
  { agent, path }: Pick<TranscriptInfo, 'agent' | 'path'>,
  secrets: Secrets,
  open: OpenTranscript = () => fileChunks(path),
): Promise<TranscriptStream> {
  const { mtimeMs } = await fs.stat(path);
  return withoutSecrets(
    await agentTranscripts[agent].stream(() => secrets.chunks(open()), { path, mtimeMs }),
    secrets,
  );
}

/** What a reader finds, masked also where it did not come from the bytes of the transcript, or in pieces. */
export function withoutSecrets(stream: TranscriptStream, secrets: Secrets): TranscriptStream {
  const { title, summary, commands, ...header } = stream.header;
  return {
    header: { ...header, ...secrets.value(defined({ title, summary, commands })) },
    messages: () => masked(stream.messages(), secrets),
    subagents: () => masked(stream.subagents(), secrets),
  };
}

async function* masked<T>(items: AsyncIterable<T>, secrets: Secrets): AsyncGenerator<T> {
  for await (const item of items) yield secrets.value(item);
}

/** The transcript of any agent at a path; whose it is shows when it is read, which refuses what is none. */
export function transcriptAt(path: string): { readonly path: string; readonly stream: StreamTranscript } {
  return { path, stream: async (open, source) => agentTranscripts[await agentOf(path)].stream(open, source) };
}

/** The agent whose transcript a file is, recognised by content and place; refuses what is none, and says what it is. */
export async function agentOf(path: string): Promise<Agent> {
  const { agent, unread } = await withStoreErrors(() => recognise(path));
  if (agent) return agent;
  const named = unread === undefined ? 'no transcript of a known agent' : `a transcript of ${unread}`;
  const why = unread === undefined ? '' : ', which cannot be read yet';
  throw new StoreError(
    'invalid_argument',
    `${JSON.stringify(path)} is ${named}${why}. Give the path of a session file of one of these: ${agents.join(', ')}.`,
    { path, ...defined({ writtenBy: unread }) },
  );
}

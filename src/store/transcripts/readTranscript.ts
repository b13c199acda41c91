import { StoreError } from '../base/core.ts';
import type { Secrets } from '../base/context.ts';
import { withStoreErrors } from '../files/failure.ts';
import { plainSecrets } from '../secrets/secrets.ts';
import { agentTranscripts } from './agents.ts';
import { contentOf, storageOf, type TranscriptContent } from './content.ts';
import { recognise } from './recognise.ts';
import { collect, withoutSecrets } from './shared/whole.ts';
import {
  agents,
  type Agent,
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
  const known = typeof of === 'string' ? { agent: await agentOf(of), path: of } : of;
  return withStoreErrors(async () => collect(await streamTranscript(known, secrets)));
}

/** The same, read piece by piece; `through` may let others work between the pieces of what it holds. */
export async function streamTranscript(
  { agent, path }: Pick<TranscriptInfo, 'agent' | 'path'>,
  secrets: Secrets,
  through = (chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> => chunks,
): Promise<TranscriptStream> {
  const { mtimeMs, open } = await contentOf(path);
  const masked = () => secrets.chunks(through(open()));
  return withoutSecrets(await agentTranscripts[agent].stream(masked, { path, mtimeMs }), secrets);
}

/** The transcript of any agent at a path; whose it is shows when it is read, which refuses what is none. */
export const transcriptAt = (path: string): ArchivableTranscript =>
  archivable(path, async (open, source) => agentTranscripts[await agentOf(path)].stream(open, source));

/** The same where it is known whose it is. */
export const transcriptOf = ({ agent, path }: Pick<TranscriptInfo, 'agent' | 'path'>): ArchivableTranscript =>
  archivable(path, agentTranscripts[agent].stream);

const archivable = (path: string, stream: StreamTranscript): ArchivableTranscript =>
  storageOf(path) === undefined ? { path, stream } : { path, stream, content: () => contentOf(path) };

interface ArchivableTranscript {
  readonly path: string;
  readonly stream: StreamTranscript;
  /** What it holds, where it is no file. */
  readonly content?: () => Promise<TranscriptContent>;
}

/** The agent whose transcript a file is, recognised by content and place; refuses what is none. */
export async function agentOf(path: string): Promise<Agent> {
  const { agent } = await withStoreErrors(async () => ({
    agent: storageOf(path) ?? (await recognise(path)).agent,
  }));
  if (agent) return agent;
  throw new StoreError(
    'invalid_argument',
    `${JSON.stringify(path)} is no transcript of a known agent. Give the path of a session file of one of these: ${agents.join(', ')}.`,
    { path },
  );
}

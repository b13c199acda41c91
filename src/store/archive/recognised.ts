import { agentOf } from '../transcripts/readers.ts';
import { streams } from '../transcripts/streams.ts';
import type { Transcript } from './types.ts';

/** The transcript of any agent at a path; whose it is shows when it is archived, which refuses what is none. */
export function transcriptAt(path: string): Transcript {
  return { path, stream: async (open, source) => streams[await agentOf(path)](open, source) };
}

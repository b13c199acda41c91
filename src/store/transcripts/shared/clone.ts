import { defined } from '../../base/core.ts';
import type { AgentTranscripts } from './agent.ts';
import type { StreamTranscript } from './types.ts';

/** What a clone has of its own. */
export type CloneOwn = Pick<AgentTranscripts, 'id' | 'place' | 'find' | 'watch'>;

/**
 * An agent that comes from another and writes transcripts in its form to a place of its own, by which alone the two are
 * told apart. When it deletes them is not known.
 */
export function cloneOf(original: AgentTranscripts, own: CloneOwn): AgentTranscripts {
  const { recognise, titleOf, telling, writesLines, stream } = original;
  return {
    ...own,
    recognise: (record, path) => own.place.test(path) && recognise(record, path),
    titleOf,
    ...(telling && { telling }),
    ...defined({ writesLines }),
    stream: writtenBy(own.id, stream),
  };
}

const writtenBy =
  (source: AgentTranscripts['id'], stream: StreamTranscript): StreamTranscript =>
  async (open, from) => {
    const read = await stream(open, from);
    return { ...read, header: { ...read.header, source } };
  };

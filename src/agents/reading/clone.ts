import { defined } from '../../disk/base/core.ts';
import type { AgentTranscripts } from './agent.ts';
import type { ContinueTranscript } from './continued.ts';
import type { StreamTranscript } from './types.ts';

/** Fields in which a clone differs from its original. */
export type CloneOwn = Pick<AgentTranscripts, 'id' | 'pathPattern' | 'find' | 'forms' | 'homes' | 'watch'>;

/**
 * Makes an agent that writes the same form as another to folders of its own, which alone distinguish the two. Its
 * retention rule is unknown.
 */
export function cloneOf(original: AgentTranscripts, own: CloneOwn): AgentTranscripts {
  const {
    recognise,
    titleOf,
    keyLines,
    writesLines,
    assembled,
    stream,
    goOn,
    continuesFigures,
    continuesHeader,
    helperState,
  } = original;
  return {
    ...own,
    recognise: (record, path) => own.pathPattern.test(path) && recognise(record, path),
    titleOf,
    ...(keyLines && { keyLines }),
    ...defined({ writesLines, continuesFigures, continuesHeader, helperState }),
    ...(goOn && { goOn: readOnBy(own.id, goOn) }),
    ...(assembled && { assembled }),
    stream: writtenBy(own.id, stream),
  };
}

const writtenBy =
  (source: AgentTranscripts['id'], stream: StreamTranscript): StreamTranscript =>
  async (open, from) => {
    const read = await stream(open, from);
    return { ...read, header: { ...read.header, source } };
  };

const readOnBy =
  (source: AgentTranscripts['id'], goOn: ContinueTranscript): ContinueTranscript =>
  async (...given) => {
    const read = await goOn(...given);
    if (!read || read === 'reaches back' || !read.header) return read;
    const original = read.header;
    const header: typeof original = async (before) => {
      const told = await original(before);
      return { ...told, header: { ...told.header, source } };
    };
    return { ...read, header };
  };

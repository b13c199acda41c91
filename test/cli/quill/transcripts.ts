import { join } from 'node:path';
import { inHome } from '../../../src/agents/profile/machine.ts';
import { Conversation } from '../../../src/agents/reading/conversation.ts';
import { fieldsOf, textOf, timeOf } from '../../../src/agents/reading/fields.ts';
import { UnknownKinds } from '../../../src/agents/reading/kinds.ts';
import { filesOf } from '../../../src/agents/reading/places.ts';
import { JsonRecords } from '../../../src/agents/reading/records.ts';
import { sessionOf } from '../../../src/agents/reading/session.ts';
import type { ReadTranscript } from '../../../src/agents/reading/types.ts';
import { wholeFileAgent } from '../../../src/agents/reading/whole.ts';
import { isoTime } from '../../../src/disk/base/core.ts';

/** Reads lines `{quill: 'user' | 'answer', text, at, cwd}`. */
const read: ReadTranscript = async (chunks, source) => {
  const kinds = new UnknownKinds();
  const conversation = new Conversation(isoTime(source.mtimeMs), kinds);
  const records = new JsonRecords(chunks);
  let cwd: string | undefined;
  for await (const record of records) {
    const { quill, text, at, cwd: folder } = fieldsOf(record);
    cwd ??= textOf(folder);
    conversation.add({ time: timeOf(at), type: quill === 'user' ? 'user' : 'assistant' }, text ?? null);
  }
  const omitted = { unreadable: records.unreadable, rewound: 0, ...kinds.found };
  return sessionOf({ cwd }, { source: 'quill', messages: conversation.finish(), omitted }, source);
};

const sessions = inHome('QUILL_HOME', '.quill', 'sessions');

/** The reader of the agent that exists in tests only. */
export const quill = wholeFileAgent({
  id: 'quill',
  read,
  async *find(places) {
    for (const path of await filesOf(sessions(places), /\.jsonl$/))
      yield { agent: 'quill', path, unsure: true };
  },
  forms: [{ place: '~/.quill/sessions/*.jsonl', state: 'read' }],
  homes: (places) => [{ folder: sessions(places), files: /\.jsonl$/ }],
  recognise: (record) => textOf(fieldsOf(record).quill) !== undefined,
  pathPattern: /\/\.quill\/sessions\/[^/]+\.jsonl$/,
  watch: (places) => [join(sessions(places))],
});

import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { isoTime } from '../../disk/base/core.ts';
import type { FindTranscripts } from '../reading/agent.ts';
import { MessageDrafts, type MessageDraft } from '../reading/drafts.ts';
import { timeOf } from '../reading/fields.ts';
import { textLines } from '../reading/lines.ts';
import { filesOf, ownFolders } from '../reading/places.ts';
import { sessionOf } from '../reading/session.ts';
import type { MessageRecord, ReadTranscript } from '../reading/types.ts';
import { wholeFileAgent } from '../reading/whole.ts';
import { readForm } from '../reading/forms.ts';

const history = '.aider.chat.history.md';
const begun = /^# aider chat started at (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)/;

/**
 * Reads Aider's `.aider.chat.history.md` of a project, all runs as one session. Per run it holds a heading with local
 * time, prompts after `####`, Aider's own notices after `>`, and answers (`aider/io.py`).
 */
export const readAider: ReadTranscript = async (chunks, source) => {
  const log = new AiderLog(isoTime(source.mtimeMs));
  for await (const line of textLines(chunks)) log.add(line);
  const folder = basename(source.path) === history ? dirname(source.path) : undefined;
  const sessionId = `aider-${createHash('sha256')
    .update(folder ?? source.path)
    .digest('hex')
    .slice(0, 12)}`;
  const found = { sessionId, startTime: log.startTime, lastUpdated: isoTime(source.mtimeMs), cwd: folder };
  const omitted = { unreadable: 0, rewound: 0 };
  return sessionOf(found, { source: 'aider', messages: log.finish(), omitted }, source);
};

class AiderLog {
  startTime: string | undefined;
  #time: string | undefined;
  #draft: MessageDraft | undefined;
  /** Blank lines since the last line with text. */
  #blank = 0;
  readonly #drafts: MessageDrafts;

  constructor(time: string) {
    this.#drafts = new MessageDrafts(time);
  }

  finish(): MessageRecord[] {
    return this.#drafts.finish();
  }

  add(line: string): void {
    const [head, day = '', clock = ''] = begun.exec(line) ?? [];
    if (head !== undefined) {
      this.#time = timeOf(`${day}T${clock}`);
      this.startTime ??= this.#time;
      this.#draft = undefined;
      this.#say('info', head.slice(2));
    } else if (/^#### ?/.test(line)) this.#say('user', line.replace(/^#### ?/, '').trimEnd());
    else if (/^> ?/.test(line)) this.#say('info', line.replace(/^> ?/, '').trimEnd());
    else if (line.trim() !== '') this.#say('assistant', line.trimEnd());
    else this.#blank++;
  }

  /** Adds a line; consecutive lines of one kind form one message. */
  #say(type: MessageRecord['type'], text: string): void {
    if (this.#draft?.type !== type) {
      this.#draft = this.#drafts.add({ type, time: this.#time });
      this.#blank = 0;
    }
    this.#draft.addText(text, '\n'.repeat(this.#blank + 1));
    this.#blank = 0;
  }
}

/** Aider. */
export const aider = wholeFileAgent({
  id: 'aider',
  find: findAider,
  forms: [readForm('.aider.chat.history.md')],
  homes: (_, roots) => roots.map((folder) => ({ folder })),
  recognise: () => false,
  plainText: true,
  pathPattern: /\/\.aider\.chat\.history\.md$/,
  read: readAider,
  watch: (_, roots) => roots,
});

/** Yields the history file in the project folder itself. */
async function* findAider(...[, roots]: Parameters<FindTranscripts>): ReturnType<FindTranscripts> {
  for (const cwd of await ownFolders(roots))
    for (const path of await filesOf(cwd, /^\.aider\.chat\.history\.md$/, { links: false }))
      yield { agent: 'aider', path, cwd, unsure: false };
}

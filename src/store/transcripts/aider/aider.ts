import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { isoTime } from '../../base/core.ts';
import type { AgentTranscripts, FindTranscripts } from '../shared/agent.ts';
import { MessageDrafts, type MessageDraft } from '../shared/drafts.ts';
import { timeOf } from '../shared/fields.ts';
import { textLines } from '../shared/lines.ts';
import { filesOf, ownFolders } from '../shared/places.ts';
import { sessionOf } from '../shared/session.ts';
import type { MessageRecord, ReadTranscript } from '../shared/types.ts';
import { inWhole, titleFromEnds } from '../shared/whole.ts';

const history = '.aider.chat.history.md';
const begun = /^# aider chat started at (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)/;

/**
 * Reads what Aider adds to `.aider.chat.history.md` of a project, all runs of it as one session (`aider/io.py` of its
 * source): a heading for each run with its time on this machine, prompts after `####`, what Aider itself says after
 * `>`, and answers.
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
  /** Blank lines since the last that says something. */
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
    else if (line.trim() !== '') this.#say('gemini', line.trimEnd());
    else this.#blank++;
  }

  /** Lines of one kind in a row are one message. */
  #say(type: MessageRecord['type'], text: string): void {
    if (this.#draft?.type !== type) {
      this.#draft = this.#drafts.add({ type, time: this.#time });
      this.#blank = 0;
    }
    this.#draft.addText(text, '\n'.repeat(this.#blank + 1));
    this.#blank = 0;
  }
}

const stream = inWhole(readAider);

/** Aider. */
export const aider: AgentTranscripts = {
  id: 'aider',
  find: findAider,
  recognise: () => false,
  plainText: true,
  place: /\/\.aider\.chat\.history\.md$/,
  stream,
  titleOf: titleFromEnds(stream),
  watch: (_, roots) => roots,
};

/** In the project itself. */
async function* findAider(...[, roots]: Parameters<FindTranscripts>): ReturnType<FindTranscripts> {
  for (const cwd of await ownFolders(roots))
    for (const path of await filesOf(cwd, /^\.aider\.chat\.history\.md$/))
      yield { agent: 'aider', path, cwd, unsure: false };
}

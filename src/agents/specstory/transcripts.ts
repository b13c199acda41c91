import { join } from 'node:path';
import { isoTime } from '../../disk/base/core.ts';
import { withoutElements } from '../../disk/text/elements.ts';
import type { FindTranscripts } from '../reading/agent.ts';
import { MessageDrafts, type MessageDraft } from '../reading/drafts.ts';
import { timeOf } from '../reading/fields.ts';
import { textLines } from '../reading/lines.ts';
import { filesOf, ownFolders } from '../reading/places.ts';
import { sessionOf } from '../reading/session.ts';
import type { MessageRecord, ReadTranscript } from '../reading/types.ts';
import { wholeFileAgent } from '../reading/whole.ts';
import { readForm } from '../reading/forms.ts';

/**
 * Reads a session that SpecStory (up to 2.1) wrote as Markdown.
 *
 * A comment has the session id, then follow a heading and turns below `_**User (time)**_` and
 * `_**Agent (model time)**_`; calls and thoughts are HTML elements.
 */
export const readSpecStory: ReadTranscript = async (chunks, source) => {
  const page = new SpecStoryPage(isoTime(source.mtimeMs));
  for await (const line of textLines(chunks)) page.add(line);
  const { sessionId, title } = page;
  const [before] = source.path.split(/[\\/]\.specstory[\\/]/);
  const cwd = before === source.path ? undefined : before;
  const omitted = { unreadable: 0, rewound: 0 };
  const found = { sessionId, title, cwd };
  return sessionOf(found, { source: 'specstory', messages: page.finish(), omitted }, source);
};

const turn = /^_\*\*(User|Agent|Assistant)\b([^*]*)\*\*_$/;
const session = /^<!-- (?!Generated).*? Session ([\w-]+) \([^)]*\) -->$/;
const dated = /\b(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d)?) ?(Z|[+-]\d\d:?\d\d)?/;
/** Opening tags of elements within a turn; `tool-use` and `think` begin and end on lines of their own. */
const opening = /^<(tool-use|think)\b([^>]*)>/;

class SpecStoryPage {
  sessionId: string | undefined;
  title: string | undefined;
  readonly #drafts: MessageDrafts;
  #draft: MessageDraft | undefined;
  #said: string[] = [];
  /** The open call or thought, with its lines. */
  #element: { readonly name: string; readonly attributes: string; readonly lines: string[] } | undefined;

  constructor(time: string) {
    this.#drafts = new MessageDrafts(time);
  }

  finish(): MessageRecord[] {
    this.#closeElement();
    this.#closeTurn();
    return this.#drafts.finish();
  }

  add(line: string): void {
    const [heading, by = '', about = ''] = turn.exec(line) ?? [];
    if (heading !== undefined) {
      this.#closeElement();
      this.#closeTurn();
      this.#draft = this.#drafts.add({ type: by === 'User' ? 'user' : 'assistant', time: timeIn(about) });
      if (by !== 'User') this.#draft.model = modelIn(about);
    } else if (this.#element) this.#addToElement(line);
    else if (this.#draft) this.#addToTurn(line);
    else {
      this.sessionId ??= session.exec(line)?.[1];
      const named = /^# (.+)$/.exec(line)?.[1];
      if (named !== undefined && !dated.test(named)) this.title ??= named;
    }
  }

  #addToTurn(line: string): void {
    const [tag, name = '', attributes = ''] = opening.exec(line) ?? [];
    if (tag === undefined) this.#said.push(line);
    else {
      this.#closeSaid();
      this.#element = { name, attributes, lines: [] };
      this.#addToElement(line.slice(tag.length));
    }
  }

  #addToElement(line: string): void {
    const end = line.indexOf(`</${this.#element?.name ?? ''}>`);
    this.#element?.lines.push(end === -1 ? line : line.slice(0, end));
    if (end !== -1) this.#closeElement();
  }

  #closeElement(): void {
    const { name, attributes = '', lines = [] } = this.#element ?? {};
    this.#element = undefined;
    const text = withoutElements(lines.join('\n'), 'summary')
      .replace(/<\/?details>/g, '')
      .trim();
    if (!this.#draft || name === undefined) return;
    if (name === 'think') this.#draft.thoughts.push({ description: text });
    else {
      const tool = /data-tool-name="([^"]*)"/.exec(attributes)?.[1] ?? 'tool';
      const call = this.#drafts.addCall(this.#draft, undefined, tool, {});
      Object.assign(call, { result: text, status: 'success' });
    }
  }

  #closeTurn(): void {
    while (this.#said.length > 0 && /^(?:---)?\s*$/.test(this.#said.at(-1) ?? '')) this.#said.pop();
    this.#closeSaid();
  }

  #closeSaid(): void {
    const text = this.#said.join('\n').trim();
    this.#said = [];
    if (text !== '') this.#draft?.addText(text, '\n\n');
  }
}

function timeIn(about: string): string | undefined {
  const [, day, clock, zone = 'Z'] = dated.exec(about) ?? [];
  return day === undefined || clock === undefined ? undefined : timeOf(`${day}T${clock}${zone}`);
}

/** Parses the model in `(claude-opus-4-8 2026-07-13 13:40:56Z)`, in older versions `(model gpt-5, mode Agent)`. */
function modelIn(about: string): string | undefined {
  const details = /\(([^)]*)\)/.exec(about)?.[1]?.replace(dated, '').trim() ?? '';
  const model = /^model ([^,]+)/.exec(details)?.[1] ?? details.split(',')[0];
  return model === '' ? undefined : model;
}

/** Folder of its sessions in a project. */
const historyIn = (project: string): string => join(project, '.specstory', 'history');

/** SpecStory, which writes any agent's sessions to the project. */
export const specstory = wholeFileAgent({
  id: 'specstory',
  find: findSpecStory,
  forms: [readForm('.specstory/history/*.md')],
  homes: (_, roots) => roots.map((root) => ({ folder: historyIn(root) })),
  recognise: () => false,
  pathPattern: /\/\.specstory\/history\/[^/]+\.md$/,
  plainText: true,
  copies: (agent) => agent !== 'specstory',
  read: readSpecStory,
  watch: (_, roots) => roots.map(historyIn),
});

/** Finds `.specstory/history/*.md` in the project. */
async function* findSpecStory(...[, roots]: Parameters<FindTranscripts>): ReturnType<FindTranscripts> {
  for (const cwd of await ownFolders(roots))
    for (const path of await filesOf(historyIn(cwd), /\.md$/, { links: false }))
      yield { agent: 'specstory', path, cwd, unsure: false };
}

import { diffArrays } from 'diff';

/** Authors of lines that no known session wrote: before all sessions, or perhaps one of them. */
export const [older, unsure] = ['older', 'unsure'] as const;

export interface ReplayedLine {
  readonly text: string;
  /** Id of a session, `older` or `unsure`. */
  readonly by: string;
}

interface Call {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Commands after which nothing is known of the files they name. */
const changing = /\b(?:rm|mv|cp|sed|tee|git (?:checkout|restore|stash|reset|revert|apply)|patch)\b|>/;

/** The files that Claude Code's sessions leave, as far as their records say, read without the product's readers. */
export class Replay {
  /** By absolute path. */
  readonly files = new Map<string, readonly ReplayedLine[]>();
  readonly #calls = new Map<string, Call>();
  /** Paths that sessions changed. */
  readonly #changed = new Set<string>();

  constructor(records: readonly unknown[]) {
    const timed = records.flatMap((record) => {
      const { timestamp, sessionId, message } = fieldsOf(record);
      const content = fieldsOf(message).content;
      return typeof timestamp === 'string' && Array.isArray(content)
        ? [{ timestamp, session: String(sessionId), blocks: content.map(fieldsOf) }]
        : [];
    });
    timed.sort((a, b) => (a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : 0));
    const done = new Set<string>();
    for (const { session, blocks } of timed)
      for (const { type, id, name, input, tool_use_id, content, is_error } of blocks) {
        if (type === 'tool_use') this.#calls.set(String(id), { name: String(name), input: fieldsOf(input) });
        const call = this.#calls.get(String(tool_use_id));
        if (type !== 'tool_result' || !call || is_error === true || done.has(String(tool_use_id))) continue;
        done.add(String(tool_use_id)); // a session that goes on begins with a copy
        this.#take(call, textIn(content), session);
      }
  }

  #take({ name, input }: Call, result: string, by: string): void {
    const path = String(input.file_path);
    const known = this.files.get(path);
    if (name === 'Bash') this.#ran(String(input.command));
    else if (name === 'Read' && input.offset === undefined && input.limit === undefined)
      this.#set(path, shownIn(result), this.#changed.has(path) ? unsure : older);
    else if (name === 'Write')
      this.#set(path, linesOf(String(input.content)), known || /created/i.test(result) ? by : unsure);
    else if (name === 'Edit') this.#edited(path, [input], by);
    else if (name === 'MultiEdit' && Array.isArray(input.edits)) this.#edited(path, input.edits, by);
    if (/^(?:Write|Edit|MultiEdit)$/.test(name)) this.#changed.add(path);
  }

  #edited(path: string, edits: readonly unknown[], by: string): void {
    let text = this.files
      .get(path)
      ?.map((line) => `${line.text}\n`)
      .join('');
    for (const edit of edits) {
      const { old_string, new_string, replace_all } = fieldsOf(edit);
      const [before, after] = [String(old_string), String(new_string)];
      const count = text === undefined || before === '' ? 0 : text.split(before).length - 1;
      if (count === 0 || (count > 1 && replace_all !== true)) text = undefined;
      text = text?.split(before).join(after);
    }
    if (text === undefined) this.files.delete(path);
    else this.#set(path, linesOf(text), by);
  }

  /** Keeps the authors of lines that stay. */
  #set(path: string, lines: readonly string[] | undefined, by: string): void {
    if (lines === undefined) return;
    const before = this.files.get(path) ?? [];
    let at = 0;
    const found: ReplayedLine[] = [];
    for (const { added, removed, value } of diffArrays(
      before.map(({ text }) => text),
      [...lines],
    )) {
      if (added) found.push(...value.map((text) => ({ text, by })));
      else if (!removed) found.push(...before.slice(at, at + value.length));
      if (!added) at += value.length;
    }
    this.files.set(path, found);
  }

  #ran(command: string): void {
    if (!changing.test(command)) return;
    for (const path of this.files.keys())
      if (command.includes(path.split('/').at(-1) ?? path) || /git (?:stash|reset|checkout \.)/.test(command))
        this.files.delete(path);
  }
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function textIn(content: unknown): string {
  if (typeof content === 'string') return content;
  const texts = Array.isArray(content) ? content.map((block) => fieldsOf(block).text) : [];
  return texts.filter((text) => typeof text === 'string').join('\n');
}

/** The text of a file that was shown with numbers; undefined where it is not whole. */
function shownIn(result: string): string[] | undefined {
  const [shown = ''] = result.split('\n\n<system-reminder>');
  const lines = shown.split('\n').map((line) => /^\s*\d+→(.*)$/.exec(line)?.[1]);
  const found = lines.filter((line) => line !== undefined);
  return found.length === lines.length && found.length < 2_000 ? found : undefined;
}

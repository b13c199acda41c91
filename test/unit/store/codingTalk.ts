import type { JsonObject } from '../../../src/disk/base/core.ts';
import { seeded } from '../../seeded.ts';
import { claude, sessionId, type ClaudeTranscript } from './claudeLines.ts';
import type { Talk } from './talks.ts';

const folder = '/code/shop/src';
const names = ['cart', 'login', 'price', 'order'] as const;

/** A session of Claude Code that reads, edits, writes and commits files, at random. */
class Coding {
  readonly lines: ClaudeTranscript = claude();
  readonly #random: () => number;
  /** The texts of the files now, by name. */
  readonly #files = new Map<string, readonly string[]>();
  #calls = 0;

  constructor(seed: number) {
    this.#random = seeded(seed);
    for (const name of names)
      this.#files.set(
        name,
        Array.from({ length: 8 }, (_, n) => line(name, n)),
      );
  }

  act(): void {
    const name = names[this.#below(names.length)] ?? 'cart';
    const path = `${folder}/${name}.ts`;
    const lines = this.#files.get(name) ?? [];
    const kind = this.#below(12);
    if (kind < 2) this.lines.user(`Please change ${name} ${this.#calls}`);
    else if (kind < 3) this.lines.answer(`m${++this.#calls}`, `I changed ${name}`);
    else if (kind < 5)
      this.#call('Read', { file_path: path }, lines.map((text, n) => `${n + 1}\t${text}`).join('\n'));
    else if (kind < 8) this.#edit(name, path, lines);
    else if (kind < 9) this.#write(name, path);
    else if (kind < 10) this.#shell(name);
    else if (kind < 11) this.#todo();
    else this.#call('Bash', { command: 'npm test' }, `Error: ${name} failed`, this.#below(2) === 0);
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  #call(name: string, input: JsonObject, result: string, is_error = false): void {
    const [answer, call] = [`m${++this.#calls}`, `toolu_${this.#calls}`];
    this.lines.use(answer, call, name, input);
    if (this.#below(20) > 0) this.lines.result(call, result, { is_error });
  }

  #edit(name: string, path: string, lines: readonly string[]): void {
    const at = this.#below(lines.length);
    const [old_string = '', new_string] = [lines[at], `${line(name, this.#below(90))} // ${this.#calls}`];
    this.#files.set(name, lines.with(at, new_string));
    this.#call('Edit', { file_path: path, old_string, new_string }, `The file ${path} has been updated.`);
  }

  #write(name: string, path: string): void {
    const lines = Array.from({ length: 5 + this.#below(6) }, () => line(name, this.#below(40)));
    this.#files.set(name, lines);
    const said = this.#below(2) === 0 ? 'File created successfully at' : 'Updated';
    this.#call('Write', { file_path: path, content: lines.join('\n') }, `${said}: ${path}`);
  }

  #shell(name: string): void {
    const commands = [
      `cat src/${name}.ts`,
      `cd src && git add ${name}.ts`,
      `git add src/${name}.ts`,
      "git commit -m 'Change it'",
      `echo 'export const more = "${name}${this.#calls}";' >> src/${name}.ts`,
      `mv src/${name}.ts src/old-${name}.ts`,
      `rm src/${name}.ts`,
    ];
    const command = commands[this.#below(commands.length)] ?? 'ls';
    const shown = command.startsWith('cat') ? (this.#files.get(name) ?? []).join('\n') : '';
    this.#call('Bash', { command }, shown);
  }

  #todo(): void {
    const status = this.#below(2) === 0 ? 'pending' : 'completed';
    this.#call('TodoWrite', { todos: [{ content: `Step ${this.#below(5)}`, status }] }, 'ok');
  }
}

const line = (name: string, n: number): string =>
  `export const ${name}Number${n} = compute('${name}', ${n});`;

/** Makes a session of Claude Code of so many acts on files. */
export function codingTalk(seed: number, count: number): Talk {
  const coding = new Coding(seed);
  coding.lines.user('Begin', { parentUuid: null });
  for (let n = 0; n < count; n++) coding.act();
  return {
    agent: 'claude',
    path: `.claude/projects/-code-shop/${sessionId}.jsonl`,
    text: coding.lines.text(),
  };
}

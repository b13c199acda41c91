import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import type { Machine } from '../machine.ts';
import { scriptedAgents, writeSession, type ScriptedSession, type Step } from './agentForms.ts';

/** A line, and who wrote it: `person`, `program`, or the id of a session; `movedBy` who put it where it is. */
export interface AuthoredLine {
  readonly text: string;
  readonly by: string;
  readonly movedBy?: string;
  /** How it came there, for figures. */
  readonly how: string;
}

type Lines = readonly AuthoredLine[];

const textOf = (lines: Lines): string => lines.map(({ text }) => `${text}\n`).join('');

/**
 * A git repository that scripted sessions of several agents, a person and programs changed by turns, and who wrote each
 * line of it: the script knows, whatever the transcripts tell.
 */
export class ScriptedProject {
  readonly #machine: Machine;
  /** Ids of all sessions. */
  readonly sessions = new Set<string>();
  readonly #random: () => number;
  #files = new Map<string, Lines>();
  #head = new Map<string, Lines>();
  /** What was taken out by an agent, so that somebody may type it again: the line, its file, and what stood before it. */
  readonly #gone: { readonly text: string; readonly path: string; readonly after: string }[] = [];
  #at = Date.UTC(2026, 0, 1);
  #count = 0;
  #steps: Step[] = [];
  #id = '';

  constructor(machine: Machine, seed: number) {
    this.#machine = machine;
    this.#random = mulberry(seed);
    this.#git('init', '-q', '-b', 'main');
    for (const path of ['src/order.ts', 'src/cart.ts', 'README.md'])
      this.#set(path, this.#block('person', 'before', 12));
    this.#commit();
  }

  get files(): ReadonlyMap<string, Lines> {
    return this.#files;
  }

  /** Sessions of all agents by turns, with what others did between them. */
  async play(sessions: number): Promise<void> {
    for (let n = 0; n < sessions; n++) {
      await this.#session();
      if (this.#chance(0.5)) this.#person();
      if (this.#chance(0.6)) this.#commit();
    }
  }

  async #session(): Promise<void> {
    this.#id = `0b3e${String(++this.#count).padStart(4, '0')}-7d51-4b0e-9d3e-0d6a2f3c4b5a`;
    this.sessions.add(this.#id);
    this.#at += 3_600_000;
    this.#steps = [];
    const agent = scriptedAgents[this.#count % scriptedAgents.length] ?? 'claude';
    for (let request = 0; request <= this.#count % 2; request++) {
      this.#steps.push({ do: 'ask', text: `Task ${this.#count}.${request}: improve the shop` });
      for (let n = this.#below(3); n >= 0; n--) this.#act(agent);
    }
    const { folder: cwd } = this.#machine;
    await writeSession(this.#machine, { id: this.#id, agent, at: this.#at, cwd, steps: this.#steps });
    this.#at += this.#steps.length * 3_000;
  }

  #act(agent: ScriptedSession['agent']): void {
    const acts: readonly (readonly [number, () => void])[] = [
      [this.#files.size < 30 ? 3 : 0, () => this.#create()],
      [
        8,
        () =>
          this.#edited((lines) => this.#inserted(lines, this.#block(this.#id, 'insert', 1 + this.#below(6)))),
      ],
      [6, () => this.#edited((lines) => this.#replaced(lines, this.#id))],
      [2, () => this.#edited((lines) => this.#without(lines))],
      [2, () => this.#edited((lines) => this.#moved(lines, this.#id))],
      [2, () => this.#edited((lines) => this.#inserted(lines, [this.#copyOf(lines)]))],
      [1, () => this.#movedAcross()],
      [2, () => this.#wrote(agent)],
      [2, () => this.#appended()],
      [1, () => this.#sed()],
      [1, () => this.#renamed()],
      [1, () => this.#discarded()],
      [0.5, () => this.#reverted()],
      [1, () => this.#generated()],
      [0.3, () => this.#deleted()],
      [1, () => this.#refused()],
      [1, () => this.#retyped(this.#id)],
    ];
    let left = this.#random() * acts.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, act] of acts) {
      left -= weight;
      if (left >= 0) continue;
      act();
      break;
    }
  }

  /** What a person does that no transcript tells. */
  #person(): void {
    const path = this.#pick([...this.#files.keys()].filter((name) => !name.startsWith('dist/')));
    const lines = this.#files.get(path) ?? [];
    const acts = [
      () => this.#set(path, this.#inserted(lines, this.#block('person', 'typed', 1 + this.#below(4)))),
      () => this.#set(path, this.#replaced(lines, 'person')),
      () => this.#set(path, this.#without(lines, false)),
      () => this.#set(path, this.#moved(lines, 'person')),
      () => this.#set(path, this.#inserted(lines, [{ ...this.#copyOf(lines), by: 'person' }])),
      () => this.#retyped('person'),
    ];
    this.#pick(acts)();
  }

  #create(): void {
    const path = `src/${this.#pick(nouns)}${this.#count}.ts`;
    if (this.#files.has(path)) return;
    const lines = this.#block(this.#id, 'create', 4 + this.#below(20));
    this.#steps.push({ do: 'create', path, after: textOf(lines) });
    this.#set(path, lines);
  }

  #edited(change: (lines: Lines) => Lines): void {
    const path = this.#source();
    const lines = this.#files.get(path) ?? [];
    const changed = change(lines);
    this.#edit(path, changed);
  }

  #edit(path: string, changed: Lines): void {
    const before = textOf(this.#files.get(path) ?? []);
    if (before === textOf(changed) || before === '') return;
    this.#steps.push({ do: 'edit', path, before, after: textOf(changed) });
    this.#set(path, changed);
  }

  #wrote(agent: ScriptedSession['agent']): void {
    const path = this.#source();
    const lines = this.#files.get(path) ?? [];
    if (lines.length === 0) return;
    const changed = this.#replaced(this.#inserted(lines, this.#block(this.#id, 'write', 2)), this.#id);
    const before = textOf(lines);
    if (agent !== 'codex' || this.#chance(0.6)) this.#steps.push({ do: 'read', path, before });
    this.#steps.push({ do: 'write', path, before, after: textOf(changed) });
    this.#set(path, changed);
  }

  #appended(): void {
    const path = this.#source();
    const lines = this.#block(this.#id, 'append', 1 + this.#below(4));
    const command =
      lines.length > 1
        ? `cat >> ${path} <<'EOF'\n${textOf(lines)}EOF`
        : `echo '${(lines[0]?.text ?? '').replaceAll("'", "'\\''")}' >> ${path}`;
    this.#steps.push({ do: 'shell', command });
    this.#set(path, [...(this.#files.get(path) ?? []), ...lines]);
  }

  #sed(): void {
    const path = this.#source();
    const lines = this.#files.get(path) ?? [];
    if (lines.length === 0) return;
    const [word] = /\b[a-z]+\d+\b/.exec(this.#pick(lines).text) ?? [];
    if (word === undefined) return;
    const other = `${this.#pick(nouns)}${this.#below(60)}`;
    const changed = lines.map((line) =>
      line.text.includes(word) ? { text: line.text.replace(word, other), by: 'program', how: 'sed' } : line,
    );
    this.#steps.push({ do: 'shell', command: `sed -i 's/${word}/${other}/' ${path}` });
    this.#set(path, changed);
  }

  #movedAcross(): void {
    const [from, to] = [this.#source(), this.#source()];
    const [old, target] = [this.#files.get(from) ?? [], this.#files.get(to) ?? []];
    if (from === to || old.length < 6 || target.length === 0) return;
    const start = this.#below(old.length - 3);
    const block = old
      .slice(start, start + 3)
      .map((line) => ({ ...line, movedBy: this.#id, how: 'moved across' }));
    const [first, second] = [
      () =>
        this.#edit(
          from,
          old.filter((_, n) => n < start || n >= start + 3),
        ),
      () => this.#edit(to, this.#inserted(target, block)),
    ];
    for (const step of this.#chance(0.5) ? [first, second] : [second, first]) step();
  }

  #renamed(): void {
    const path = this.#source();
    const to = `lib/${this.#pick(nouns)}${this.#count}.ts`;
    if (this.#files.has(to) || path === 'README.md') return;
    this.#commit();
    this.#steps.push({ do: 'shell', command: `git mv ${path} ${to}` });
    const lines = this.#files.get(path) ?? [];
    this.#remove(path);
    this.#set(to, lines);
  }

  #discarded(): void {
    const path = this.#source();
    this.#commit();
    const before = this.#files.get(path) ?? [];
    const block = this.#block(this.#id, 'discarded', 1 + this.#below(4));
    this.#edit(path, this.#inserted(before, block));
    this.#steps.push({ do: 'shell', command: `git checkout -- ${path}` });
    this.#set(path, before);
    for (const { text } of block) this.#gone.push({ text, path, after: before[0]?.text ?? '' });
  }

  #reverted(): void {
    const path = this.#source();
    this.#commit();
    const before = this.#files.get(path) ?? [];
    const block = this.#block(this.#id, 'reverted', 1 + this.#below(4));
    this.#edit(path, this.#inserted(before, block));
    this.#steps.push({ do: 'shell', command: 'git add -A && git commit -qm "Improve the shop"' });
    this.#commit();
    this.#steps.push({ do: 'shell', command: 'git revert --no-edit HEAD' });
    this.#git('revert', '--no-edit', 'HEAD');
    this.#set(path, before);
    this.#head = new Map(this.#files);
    for (const { text } of block) this.#gone.push({ text, path, after: before[0]?.text ?? '' });
  }

  /** A program writes a file that an agent had begun, or one of its own. */
  #generated(): void {
    const path = this.#chance(0.5) ? 'dist/bundle.js' : 'src/schema.ts';
    const known = (this.#files.get(path) ?? []).map((line) => ({ ...line, by: 'program', how: 'generated' }));
    const lines = [...known.slice(0, 10), ...this.#block('program', 'generated', 5)];
    this.#steps.push({ do: 'shell', command: `node scripts/make.js > ${path}` });
    this.#set(path, lines);
  }

  #deleted(): void {
    const path = this.#source();
    if (path === 'README.md') return;
    this.#steps.push({ do: 'shell', command: `git rm -qf ${path}` });
    for (const { text } of this.#files.get(path) ?? [])
      this.#gone.push({ text, path: 'README.md', after: '' });
    this.#remove(path);
  }

  #refused(): void {
    const path = this.#source();
    const lines = this.#files.get(path) ?? [];
    const after = this.#inserted(lines, this.#block(this.#id, 'refused', 2));
    const how = this.#chance(0.5) ? 'fail' : 'deny';
    this.#steps.push({ do: how, path, before: textOf(lines), after: textOf(after) });
    for (const { text } of after.filter((line) => line.how === 'refused'))
      this.#gone.push({ text, path, after: lines[0]?.text ?? '' });
  }

  /** Somebody types what was there before, where it was or elsewhere. */
  #retyped(by: string): void {
    if (this.#gone.length === 0) return;
    const { text, path, after } = this.#pick(this.#gone);
    const lines = this.#files.get(path) ?? [];
    if (lines.length === 0) return;
    const near = lines.findIndex((line) => line.text === after);
    const place = near === -1 ? this.#below(lines.length) : near + 1;
    const again: AuthoredLine = { text, by, how: 'again' };
    const changed = [...lines.slice(0, place), again, ...lines.slice(place)];
    if (by === 'person') this.#set(path, changed);
    else this.#edit(path, changed);
  }

  #inserted(lines: Lines, block: Lines): Lines {
    const place = this.#below(lines.length + 1);
    return [...lines.slice(0, place), ...block, ...lines.slice(place)];
  }

  #replaced(lines: Lines, by: string): Lines {
    const place = this.#below(Math.max(1, lines.length - 2));
    const count = 1 + this.#below(3);
    if (by !== 'person') this.#bury(lines.slice(place, place + count), lines[place - 1]);
    const taken = lines.slice(place, place + count);
    // What stands there afterwards as before was not written anew.
    const block = this.#block(by, 'replace', 1 + this.#below(3)).filter(
      ({ text }) => !taken.some((line) => line.text === text),
    );
    return [...lines.slice(0, place), ...block, ...lines.slice(place + count)];
  }

  #without(lines: Lines, isKnown = true): Lines {
    const place = this.#below(lines.length);
    const count = 1 + this.#below(3);
    if (isKnown) this.#bury(lines.slice(place, place + count), lines[place - 1]);
    return lines.filter((_, n) => n < place || n >= place + count);
  }

  #bury(lines: Lines, before: AuthoredLine | undefined): void {
    const path =
      [...this.#files].find(([, known]) => known.includes(lines[0] ?? unknown))?.[0] ?? 'README.md';
    for (const { text } of lines) this.#gone.push({ text, path, after: before?.text ?? '' });
  }

  #moved(lines: Lines, movedBy: string): Lines {
    const place = this.#below(Math.max(1, lines.length - 2));
    const block = lines
      .slice(place, place + 1 + this.#below(3))
      .map((line) => ({ ...line, movedBy, how: 'moved' }));
    const rest = lines.filter((_, n) => n < place || n >= place + block.length);
    return this.#inserted(rest, block);
  }

  #copyOf(lines: Lines): AuthoredLine {
    const other = this.#chance(0.5) ? lines : (this.#files.get(this.#source()) ?? []);
    const text = other.length > 0 ? this.#pick(other).text : 'a copied line of code';
    return { text, by: this.#id, how: 'copy' };
  }

  #block(by: string, how: string, count: number): Lines {
    const lines = Array.from({ length: count }, () => ({ text: this.#line(), by, how }));
    return lines;
  }

  #line(): string {
    if (this.#chance(0.3)) return this.#pick(boilerplate);
    const [noun, other, verb] = [this.#pick(nouns), this.#pick(nouns), this.#pick(verbs)];
    return `${' '.repeat(2 * this.#below(3))}const ${noun}${this.#below(60)} = ${verb}(${other}, ${this.#below(9)});`;
  }

  #source(): string {
    return this.#pick([...this.#files.keys()].filter((path) => !path.startsWith('dist/')));
  }

  #set(path: string, lines: Lines): void {
    this.#files.set(path, lines);
    const file = join(this.#machine.folder, path);
    fs.mkdirSync(dirname(file), { recursive: true });
    fs.writeFileSync(file, textOf(lines));
  }

  #remove(path: string): void {
    this.#files.delete(path);
    fs.rmSync(join(this.#machine.folder, path));
  }

  #commit(): void {
    this.#git('add', '-A');
    this.#git('commit', '-q', '--allow-empty', '-m', 'Work');
    this.#head = new Map(this.#files);
  }

  #git(...args: readonly string[]): void {
    const identity = ['-c', 'user.name=P', '-c', 'user.email=p@example.com', '-c', 'core.fsync=none'];
    const when = `${Math.floor(this.#at / 1_000)} +0000`;
    const env = { ...process.env, GIT_AUTHOR_DATE: when, GIT_COMMITTER_DATE: when };
    execFileSync('git', [...identity, ...args], { cwd: this.#machine.folder, stdio: 'ignore', env });
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }

  #pick<T>(items: readonly T[]): T {
    const item = items[this.#below(items.length)];
    if (item === undefined) throw new Error('there is nothing to pick from');
    return item;
  }
}

const unknown: AuthoredLine = { text: '', by: '', how: '' };
const nouns = ['order', 'cart', 'price', 'user', 'stock', 'item', 'total', 'coupon', 'invoice', 'label'];
const verbs = ['compute', 'load', 'store', 'render', 'merge', 'split', 'check', 'format'];
const boilerplate = [
  ...['}', '', '  }', '  return null;', '} else {', '  expect(result).toBe(true);', '});'],
  ...["import { join } from 'node:path';", "  throw new Error('missing value');", '  if (!value) {'],
];

/** A seeded generator of numbers from 0 to 1. */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

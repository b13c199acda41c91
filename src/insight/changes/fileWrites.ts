import type { Secrets } from '../../disk/base/context.ts';
import { isHarmless } from '../../history/sessions/checkpoints.ts';
import type { ToolCall } from '../../agents/reading/types.ts';
import type { CallChange } from './callChanges.ts';
import { anywhere, resolvedPath } from './eventPaths.ts';
import { changeOf, type LineChange, type LineFlag } from './lineChange.ts';
import { applied, KnownTexts, numberedLines, type KnownTextsState } from './knownTexts.ts';
import { digestOf, isTrivial, keyOf, linesOf } from './lineKeys.ts';
import { SeenLines, type SeenHashes } from './seenLines.ts';
import type { ChangeEvent, EventKind, WrittenPiece } from './sessionChanges.ts';
import type { EffectInFolder, FileEffect } from './shellEffects.ts';
import type { FilePatch } from './filePatches.ts';

/** Time and position of a change in a session. */
export type Moment = Pick<ChangeEvent, 'at' | 'entry' | 'asked' | 'call'>;

/** Maximum number of lines recorded per session; further ones count as unknown. */
const maxLines = 30_000;
/** Number of unchanged lines recorded on either side of a change. */
const around = 3;

interface Draft {
  readonly keys: readonly string[];
  readonly flags: LineFlag[];
  readonly removed: readonly string[];
  readonly before: readonly string[];
}

/** A change and the lines that it replaced; undefined where unknown. */
interface Replacement extends LineChange {
  readonly before: readonly string[] | undefined;
}

type DraftedEvent = Omit<ChangeEvent, 'pieces'> & { readonly drafts?: readonly Draft[] };

/** What recording needs to continue, without any text that contains a secret. */
export interface WritesState {
  readonly events: readonly DraftedEvent[];
  readonly own: readonly (readonly [path: string, keys: readonly string[]])[];
  readonly foreign: readonly string[];
  readonly read: readonly (readonly [path: string, asked: number, seen: SeenHashes])[];
  readonly texts: KnownTextsState;
  readonly staged: readonly string[];
  readonly lines: number;
  readonly left: boolean;
}

/** Records what a session does to files and separates its own lines from those it found, copied or moved. */
export class FileWrites {
  readonly #cwd: string | undefined;
  readonly #events: DraftedEvent[];
  /** By path: keys of all lines that the session itself wrote there. */
  readonly #own: Map<string, Set<string>>;
  /** Keys of lines that the session removed but had not written. */
  readonly #foreign: Set<string>;
  /** By path: the request during which the session read the whole file, and its lines in another form than with numbers. */
  readonly #read: Map<string, { readonly asked: number; readonly seen: SeenLines }>;
  readonly #texts: KnownTexts;
  /** Paths staged for the next commit. */
  #staged: Set<string>;
  #lines: number;
  /** Whether a persistent shell may have changed its folder. */
  #left: boolean;

  constructor(cwd?: string, state: Partial<WritesState> = {}) {
    const { events = [], own = [], foreign, read = [], texts, staged, lines = 0, left = false } = state;
    this.#cwd = cwd;
    this.#events = [...events];
    this.#own = new Map(own.map(([path, keys]) => [path, new Set(keys)]));
    this.#foreign = new Set(foreign);
    this.#read = new Map(
      read.map(([path, asked, seen]) => [path, { asked, seen: new SeenLines(undefined, seen) }]),
    );
    this.#texts = new KnownTexts(texts);
    this.#staged = new Set(staged);
    [this.#lines, this.#left] = [lines, left];
  }

  /** Whether a text was needed that the state did not contain. */
  get isLacking(): boolean {
    return this.#texts.isLacking;
  }

  /** Returns the state; undefined if it contains a secret elsewhere than in texts. */
  state(secrets: Pick<Secrets, 'value'>): WritesState | undefined {
    const named = {
      holds: this.#events.flatMap(({ holds = [] }) => holds.map((pieces) => pieces.join('\n'))),
      paths: this.#events.map(({ path, to = '' }) => [path, to]),
      staged: [...this.#staged],
    };
    if (!isHarmless(named, secrets)) return undefined;
    return {
      events: [...this.#events],
      own: [...this.#own].map(([path, keys]) => [path, [...keys]]),
      foreign: [...this.#foreign],
      read: [...this.#read].map(([path, { asked, seen }]) => [path, asked, seen.hashes]),
      texts: this.#texts.state(secrets),
      staged: named.staged,
      lines: this.#lines,
      left: this.#left,
    };
  }

  /** The events in the order of the session. */
  get events(): readonly ChangeEvent[] {
    return this.#events.map(({ drafts, ...event }) =>
      drafts
        ? { ...event, pieces: drafts.map((draft) => this.#packed(draft, event.after !== undefined)) }
        : event,
    );
  }

  take(change: CallChange, moment: Moment): void {
    if (change.kind === 'patch') this.#patched(change.patch, moment);
    else if (change.kind === 'shell') this.#byShell(change.effect, change.folder, moment);
    else if (change.kind === 'whole') this.#wrote(resolvedPath(change.path, this.#cwd), change, moment);
    else this.#note('script', resolvedPath(change.path, this.#cwd), moment);
  }

  /** Records the files that a tool showed as a whole. */
  sawResult({ name, args, result }: ToolCall, whole: readonly string[], { asked }: Moment): void {
    for (const given of whole) {
      const path = resolvedPath(given, this.#cwd);
      const lines = numberedLines(result);
      if (lines) this.#texts.set(path, { asked, lines });
      else this.#read.set(path, { asked, seen: new SeenLines(result) });
    }
    // Claude Code's shell stays in the folder that a command changed to.
    if (
      name === 'Bash' &&
      typeof args.command === 'string' &&
      /(?:^|[;&|\n]\s*)(?:cd|pushd)\s/.test(args.command)
    )
      this.#left = true;
  }

  #note(kind: EventKind, path: string, moment: Moment, more: Partial<ChangeEvent> = {}): void {
    this.#texts.forget(path);
    this.#events.push({ ...moment, kind, path, ...more });
  }

  #patched({ path: given, kind, movedTo, pieces }: FilePatch, moment: Moment): void {
    const path = resolvedPath(given, this.#cwd);
    const [first] = pieces;
    if (kind === 'delete') this.#note('delete', path, moment);
    else if (kind === 'create') this.#wrote(path, { lines: first?.after ?? [], isNew: true }, moment);
    else {
      const known = this.#texts.get(path);
      const after = known && applied(known.lines, pieces);
      const whole = known && after && pieces.length === 1 ? [{ before: known.lines, after }] : pieces;
      const changes = whole.map((piece) => ({
        ...changeOf(piece.before, piece.after),
        before: piece.before,
      }));
      this.#changed('edit', path, changes, moment, after);
      if (movedTo !== undefined) this.#note('move', path, moment, { to: resolvedPath(movedTo, this.#cwd) });
    }
  }

  #wrote(
    path: string,
    { lines, isNew }: { readonly lines: readonly string[]; readonly isNew: boolean },
    moment: Moment,
  ): void {
    const { asked } = moment;
    const before = this.#texts.get(path);
    const read = this.#read.get(path);
    const isNewLine = (text: string): boolean =>
      read?.asked === asked && !isTrivial(text) && (!read.seen.has(text) || this.#wroteLine(path, text));
    const flagOf = (text: string): LineFlag => (isNew || isNewLine(text) ? 'a' : 'u');
    const change: Replacement =
      !isNew && before?.asked === asked
        ? { ...changeOf(before.lines, lines), before: before.lines }
        : { lines: lines.map((text) => ({ text, flag: flagOf(text) })), removed: [], before: undefined };
    this.#changed(isNew ? 'create' : 'write', path, [change], moment, lines);
  }

  #wroteLine(path: string, text: string): boolean {
    return this.#own.get(path)?.has(keyOf(text)) === true;
  }

  /** `after`: all lines of the file after the change, if known. */
  #changed(
    kind: EventKind,
    path: string,
    changes: readonly Replacement[],
    moment: Moment,
    after?: readonly string[],
  ): void {
    const own = this.#own.get(path) ?? new Set();
    this.#own.set(path, own);
    const drafts = changes.map((change) => this.#draft(change, own, kind));
    this.#lines += drafts.reduce((sum, { keys }) => sum + keys.length, 0);
    const isKnown = this.#lines <= maxLines && !path.startsWith(anywhere);
    if (after) this.#texts.set(path, { asked: moment.asked, lines: after });
    else this.#texts.forget(path);
    const digest = after && { after: digestOf(after.map(keyOf)) };
    this.#events.push(
      isKnown ? { ...moment, kind, path, drafts, ...digest } : { ...moment, kind: 'script', path },
    );
  }

  #draft({ lines, removed, before = [] }: Replacement, own: Set<string>, kind: EventKind): Draft {
    const isPart = kind === 'edit';
    for (const text of removed) if (!isTrivial(text) && !own.has(keyOf(text))) this.#foreign.add(keyOf(text));
    const changed = lines.map(({ flag }) => flag !== 'k');
    const from = isPart ? Math.max(0, changed.indexOf(true) - around) : 0;
    const to = isPart ? Math.min(lines.length, changed.lastIndexOf(true) + 1 + around) : lines.length;
    const shown = lines.slice(from, to);
    const replaced = before.slice(from, before.length - (lines.length - to));
    const keys = shown.map(({ text }) => keyOf(text));
    const flags = shown.map(({ text, flag }, n): LineFlag => {
      const key = keys[n] ?? '';
      if (flag !== 'a' || isTrivial(text)) return flag;
      own.add(key);
      return 'a';
    });
    return { keys, flags, removed: removed.map(keyOf), before: replaced.map(keyOf) };
  }

  #packed({ keys, flags, removed, before }: Draft, isKnown: boolean): WrittenPiece {
    const known = flags.map((flag, n) => (flag === 'a' && this.#foreign.has(keys[n] ?? '') ? 'm' : flag));
    return {
      keys: keys.join(''),
      flags: known.join(''),
      removed: removed.join(''),
      before: isKnown ? before.join('') : '',
    };
  }

  #byShell({ effect, folder }: EffectInFolder, workdir: string | undefined, moment: Moment): void {
    const start = workdir ?? (this.#left ? undefined : this.#cwd);
    const placed = (path: string): string => resolvedPath(path, folder, start, this.#cwd);
    if (effect.kind === 'stage') this.#staged.add(effect.path);
    else if (effect.kind === 'commit') this.#committed(effect.all, placed, moment);
    else if ('path' in effect) this.#shellWrote(effect, placed, moment);
    else this.#note(effect.kind, '', moment);
  }

  #shellWrote(effect: FileEffect, placed: (path: string) => string, moment: Moment): void {
    const path = effect.path === '' ? '' : placed(effect.path);
    if (effect.kind === 'write') this.#wrote(path, { lines: linesOf(effect.text), isNew: false }, moment);
    else if (effect.kind === 'append') {
      const added = linesOf(effect.text);
      const known = this.#texts.get(path);
      const after = known && [...known.lines, ...added];
      this.#changed('edit', path, [{ ...changeOf([], added), before: [] }], moment, after);
    } else if (effect.kind === 'move') this.#note('move', path, moment, { to: placed(effect.to) });
    else if (effect.kind === 'script' && effect.pieces)
      this.#note('script', path, moment, { holds: effect.pieces });
    else this.#note(effect.kind, path, moment);
  }

  #committed(all: boolean, placed: (path: string) => string, moment: Moment): void {
    const staged = [...this.#staged];
    this.#staged = new Set();
    if (all || staged.some((path) => path === '.' || path === ':/')) this.#note('commit', '', moment);
    else for (const path of staged) this.#note('commit', placed(path), moment);
  }
}

import type { ToolCall } from '../transcripts/shared/types.ts';
import type { CallChange } from './callChanges.ts';
import { anywhere, placedPath } from './eventPaths.ts';
import { changeOf, type LineChange, type LineFlag } from './lineChange.ts';
import { isTrivial, keyOf, linesOf } from './lineKeys.ts';
import { SeenLines } from './seenLines.ts';
import type { ChangeEvent, EventKind, WrittenPiece } from './sessionChanges.ts';
import type { EffectInFolder, FileEffect } from './shellEffects.ts';
import type { FilePatch } from './filePatches.ts';

/** When and where in a session something was done. */
export type Moment = Pick<ChangeEvent, 'at' | 'entry' | 'asked' | 'call'>;

/** Lines that are kept of a session; what it wrote besides counts as unknown. */
const maxLines = 30_000;
/** Lines that stood there before, on either side of what was written, that are kept. */
const around = 3;

interface Draft {
  readonly keys: readonly string[];
  readonly flags: LineFlag[];
  readonly removed: readonly string[];
}

/** Notes what a session does to files, and tells what it wrote itself from what it found, copied or moved. */
export class FileWrites {
  readonly #cwd: string | undefined;
  readonly #events: (Omit<ChangeEvent, 'pieces'> & { readonly drafts?: readonly Draft[] })[] = [];
  readonly #seen = new SeenLines();
  /** By path: the keys of all lines that the session itself wrote there. */
  readonly #own = new Map<string, Set<string>>();
  /** The keys of lines that the session took out, and had not written there. */
  readonly #foreign = new Set<string>();
  /** By path: in which request the session saw all of a file; and what it wrote there as a whole. */
  readonly #read = new Map<string, number>();
  readonly #whole = new Map<string, { readonly asked: number; readonly lines: readonly string[] }>();
  /** What was added for the next commit. */
  #staged = new Set<string>();
  #lines = 0;
  /** Whether a shell that goes on may be in another folder by now. */
  #left = false;

  constructor(cwd?: string) {
    this.#cwd = cwd;
  }

  /** What there is to tell, in the order it was done. */
  get events(): readonly ChangeEvent[] {
    return this.#events.map(({ drafts, ...event }) =>
      drafts ? { ...event, pieces: drafts.map((draft) => this.#packed(draft)) } : event,
    );
  }

  take(change: CallChange, moment: Moment): void {
    if (change.kind === 'patch') this.#patched(change.patch, moment);
    else if (change.kind === 'shell') this.#byShell(change.effect, change.folder, moment);
    else if (change.kind === 'whole') this.#wrote(placedPath(change.path, this.#cwd), change, moment);
    else this.#note('script', placedPath(change.path, this.#cwd), moment);
  }

  /** What a tool showed, and which files wholly. */
  sawResult({ name, args, result }: ToolCall, whole: readonly string[], { asked }: Moment): void {
    this.#seen.add(result);
    for (const path of whole) this.#read.set(placedPath(path, this.#cwd), asked);
    // The shell of Claude Code stays where a command went.
    if (
      name === 'Bash' &&
      typeof args.command === 'string' &&
      /(?:^|[;&|\n]\s*)(?:cd|pushd)\s/.test(args.command)
    )
      this.#left = true;
  }

  #note(kind: EventKind, path: string, moment: Moment, more: Partial<ChangeEvent> = {}): void {
    this.#whole.delete(path);
    this.#events.push({ ...moment, kind, path, ...more });
  }

  #patched({ path: given, kind, movedTo, pieces }: FilePatch, moment: Moment): void {
    const path = placedPath(given, this.#cwd);
    const [first] = pieces;
    if (kind === 'delete') this.#note('delete', path, moment);
    else if (kind === 'create') this.#wrote(path, { lines: first?.after ?? [], isNew: true }, moment);
    else {
      const changes = pieces.map(({ before, after }) => changeOf(before, after));
      this.#changed('edit', path, changes, moment);
      if (movedTo !== undefined) this.#note('move', path, moment, { to: placedPath(movedTo, this.#cwd) });
    }
  }

  #wrote(
    path: string,
    { lines, isNew }: { readonly lines: readonly string[]; readonly isNew: boolean },
    moment: Moment,
  ): void {
    const { asked } = moment;
    const before = this.#whole.get(path);
    const isRead = this.#read.get(path) === asked;
    const flagOf = (text: string): LineFlag => (isNew || (isRead && !isTrivial(text)) ? 'a' : 'u');
    const change: LineChange =
      !isNew && before?.asked === asked
        ? changeOf(before.lines, lines)
        : { lines: lines.map((text) => ({ text, flag: flagOf(text) })), removed: [] };
    this.#changed(isNew ? 'create' : 'write', path, [change], moment);
    this.#whole.set(path, { asked, lines });
  }

  #changed(kind: EventKind, path: string, changes: readonly LineChange[], moment: Moment): void {
    const own = this.#own.get(path) ?? new Set();
    this.#own.set(path, own);
    const drafts = changes.map((change) => this.#draft(change, own, kind === 'edit'));
    this.#lines += drafts.reduce((sum, { keys }) => sum + keys.length, 0);
    const isKnown = this.#lines <= maxLines && !path.startsWith(anywhere);
    this.#whole.delete(path);
    this.#events.push(isKnown ? { ...moment, kind, path, drafts } : { ...moment, kind: 'script', path });
  }

  #draft({ lines, removed }: LineChange, own: Set<string>, isPart: boolean): Draft {
    for (const text of removed) if (!isTrivial(text) && !own.has(keyOf(text))) this.#foreign.add(keyOf(text));
    const changed = lines.map(({ flag }) => flag !== 'k');
    const from = isPart ? Math.max(0, changed.indexOf(true) - around) : 0;
    const shown = lines.slice(from, isPart ? changed.lastIndexOf(true) + 1 + around : undefined);
    const keys = shown.map(({ text }) => keyOf(text));
    const flags = shown.map(({ text, flag }, n): LineFlag => {
      const key = keys[n] ?? '';
      if (flag !== 'a' || isTrivial(text)) return flag;
      if (!own.has(key) && this.#seen.has(text)) return 'u';
      own.add(key);
      return 'a';
    });
    return { keys, flags, removed: removed.map(keyOf) };
  }

  #packed({ keys, flags, removed }: Draft): WrittenPiece {
    const known = flags.map((flag, n) => (flag === 'a' && this.#foreign.has(keys[n] ?? '') ? 'm' : flag));
    return { keys: keys.join(''), flags: known.join(''), removed: removed.join('') };
  }

  #byShell({ effect, folder }: EffectInFolder, workdir: string | undefined, moment: Moment): void {
    const start = workdir ?? (this.#left ? undefined : this.#cwd);
    const placed = (path: string): string => placedPath(path, folder, start, this.#cwd);
    if (effect.kind === 'stage') this.#staged.add(effect.path);
    else if (effect.kind === 'commit') this.#committed(effect.all, placed, moment);
    else if ('path' in effect) this.#shellWrote(effect, placed, moment);
    else this.#note(effect.kind, '', moment);
  }

  #shellWrote(effect: FileEffect, placed: (path: string) => string, moment: Moment): void {
    const path = effect.path === '' ? '' : placed(effect.path);
    if (effect.kind === 'write') this.#wrote(path, { lines: linesOf(effect.text), isNew: false }, moment);
    else if (effect.kind === 'append')
      this.#changed('edit', path, [changeOf([], linesOf(effect.text))], moment);
    else if (effect.kind === 'move') this.#note('move', path, moment, { to: placed(effect.to) });
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

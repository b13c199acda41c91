import { isOpen, viewSummary, type KnownSection, type SummaryItem } from '../../protocol/summarySections.ts';
import { isObject, type JsonValue } from '../../disk/base/core.ts';
import type { DialogInfo, DialogStore } from '../../history/dialogs/types.ts';
import { standingOf } from '../../history/memory/standing.ts';
import type { Memory } from '../../history/memory/types.ts';
import { summaryEntry } from '../../find/search/summaryEntry.ts';
import { oneLine } from '../../disk/text/containText.ts';
import { idOf } from './rejections.ts';
import { baseOf, idLength, type Statement } from './statements.ts';
import { tableWords } from './tableWords.ts';
import { inForce, isAlike, type Decided } from './superseded.ts';
import type { BriefSection } from './types.ts';
import type { SourceReader } from './unread.ts';

/** Dialogs idle for longer do not count for open items. Milliseconds: 60 days. */
const activeWithinMs = 60 * 24 * 60 * 60_000;
const maxDialogs = 5;
const maxDecisions = 8;

const sectionRules: Readonly<
  Partial<
    Record<KnownSection, { readonly section: BriefSection; readonly rank: number; readonly limit: number }>
  >
> = {
  todo: { section: 'plan', rank: 1, limit: 6 },
  issues: { section: 'issues', rank: 1, limit: 4 },
  decisions: { section: 'decisions', rank: 1, limit: 6 },
  constraints: { section: 'constraints', rank: 2, limit: 4 },
};

/** Collects open items, decisions and constraints from summaries of recently active dialogs, closed ones included. Notes and skips what cannot be read. */
export async function dialogStatements(
  dialogs: Pick<DialogStore, 'list' | 'detail'>,
  now: number,
  reading: SourceReader,
): Promise<StoredStatement[]> {
  const active = (await dialogs.list())
    .filter(({ activeAt, archived }) => !archived && now - activeAt < activeWithinMs)
    .slice(0, maxDialogs);
  const ofEach = active.map((dialog) =>
    reading.attempt({ of: 'dialog', name: dialog.name }, () => statementsOf(dialog, dialogs)),
  );
  return (await Promise.all(ofEach)).flatMap((statements) => statements ?? []);
}

/** A stored statement that may no longer hold. */
export interface StoredStatement extends Statement, Decided {
  /** Maximum number per section and source; the last ones are kept. */
  readonly limit: number;
}

async function statementsOf(
  dialog: DialogInfo,
  dialogs: Pick<DialogStore, 'detail'>,
): Promise<StoredStatement[]> {
  const query = { recentTurns: 0, includeSummary: true, includeMessages: false };
  const { summary } = await dialogs.detail(dialog.name, query);
  return summaryStatements(summary, {
    base: baseOf('dialogs', dialog.name),
    entry: summaryEntry,
    time: dialog.activeAt,
  });
}

/** Collects the statements of a summary. */
export function summaryStatements(
  summary: JsonValue | undefined,
  at: Pick<Statement, 'base' | 'entry' | 'time'>,
): StoredStatement[] {
  const view = viewSummary(summary);
  if (view.kind !== 'sections') return [];
  return view.sections.flatMap(({ known, key, items }) => {
    const how = known && sectionRules[known];
    if (!how) return [];
    return items.map((item) => ({
      ...(!isOpen(item) && { closed: true as const }),
      ...at,
      isOlder: true,
      list: `${at.base} ${key}`,
      section: how.section,
      rank: how.rank,
      limit: how.limit,
      text: oneLine(tableWords(textOf(item))),
      minLength: 60,
    }));
  });
}

/** The item with its id and with the id it replaces, where given. */
function textOf({ label, text, value }: SummaryItem): string {
  const named = label !== undefined && idOf(`${label}:`) !== undefined ? `${label}: ${text}` : text;
  const { replaces, supersedes } = isObject(value) ? value : {};
  const old = [replaces, supersedes].find((one) => typeof one === 'string' || typeof one === 'number');
  return old === undefined ? named : `${named} (replaces ${old})`;
}

const pinned = /^(?:pinned|置顶)$/;
const decision = /^(?:decisions?|决策|决定)$/;

/** Pinned memories and decisions, oldest first, without those that others replace. */
export function memoryStatements(memories: readonly Memory[]): StoredStatement[] {
  const replaced = memories.flatMap(({ metadata: { replaces, supersedes } }) => [replaces, supersedes]);
  const isReplaced = (memory: Memory): boolean =>
    standingOf(memory) !== undefined ||
    replaced.some((one) => typeof one === 'string' && one.length >= idLength && memory.hash.startsWith(one));
  return memories
    .filter((memory) => !isReplaced(memory))
    .flatMap((memory): StoredStatement[] => {
      const has = (mark: RegExp): boolean =>
        [memory.type.toLowerCase(), ...memory.tags].some((one) => mark.test(one));
      const kept = {
        base: baseOf('memories', memory.type),
        entry: memory.hash.slice(0, idLength),
        minLength: 60,
        time: memory.updatedAt,
        text: oneLine(tableWords(memory.content)),
      };
      if (has(pinned)) return [{ ...kept, section: 'memories', rank: 0, limit: Infinity }];
      return has(decision) ? [{ ...kept, section: 'decisions', rank: 1, limit: maxDecisions }] : [];
    })
    .sort((a, b) => a.time - b.time);
}

const decided: readonly BriefSection[] = ['decisions', 'constraints', 'memories'];

/** The statements that still hold, and those that their summary marks as closed. Pinned memories always count. */
export function currentStatements(all: readonly StoredStatement[]): Statement[] {
  const kept = all.filter(({ closed }) => !closed);
  const choices = new Set(inForce(kept.filter(({ section }) => decided.includes(section))));
  const holds = kept.filter((one, n) => {
    if (one.section === 'memories' || choices.has(one)) return true;
    return !decided.includes(one.section) && !kept.some((other, m) => isRepeated(one, other, m < n));
  });
  return [...holds.filter((one) => isWithinLimit(one, holds)), ...all.filter(({ closed }) => closed)];
}

/** Reports whether another one says nearly the same and is newer or precedes it. */
const isRepeated = (one: StoredStatement, other: StoredStatement, isBefore: boolean): boolean =>
  one !== other &&
  one.section === other.section &&
  (other.time > one.time || (other.time === one.time && isBefore)) &&
  isAlike(one.text, other.text);

/** Of open items the first of a list are kept, of decisions the last. */
function isWithinLimit(one: StoredStatement, all: readonly StoredStatement[]): boolean {
  const same = all.filter((other) => other.section === one.section && other.list === one.list);
  const at = same.indexOf(one);
  return decided.includes(one.section) ? at >= same.length - one.limit : at < one.limit;
}

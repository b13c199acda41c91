import { isOpen, viewSummary, type KnownSection, type SummaryItem } from '../../protocol/summarySections.ts';
import { isObject, type JsonValue } from '../base/core.ts';
import type { DialogInfo, DialogStore } from '../dialogs/types.ts';
import type { Memory } from '../memory/types.ts';
import { summaryEntry } from '../search/summaryEntry.ts';
import { oneLine } from '../text/containText.ts';
import { idOf } from './rejections.ts';
import { baseOf, idLength, type Statement } from './statements.ts';
import { inForce, isAlike, type Decided } from './superseded.ts';
import type { BriefSection } from './types.ts';
import type { Reading } from './unread.ts';

/** A dialog that nobody wrote to for longer says nothing of what is open. Milliseconds: 60 days. */
const lively = 60 * 24 * 60 * 60_000;
const mostDialogs = 5;
const mostDecisions = 8;

const told: Readonly<
  Partial<
    Record<KnownSection, { readonly section: BriefSection; readonly rank: number; readonly most: number }>
  >
> = {
  todo: { section: 'plan', rank: 1, most: 6 },
  issues: { section: 'issues', rank: 1, most: 4 },
  decisions: { section: 'decisions', rank: 1, most: 6 },
  constraints: { section: 'constraints', rank: 2, most: 4 },
};

/** What the summaries of the dialogs active lately say is open, decided and to be heeded, also what no longer holds. What cannot be read is left out and noted. */
export async function ofDialogs(
  dialogs: Pick<DialogStore, 'list' | 'detail'>,
  now: number,
  reading: Reading,
): Promise<KeptStatement[]> {
  const active = (await dialogs.list())
    .filter(({ activeAt, archived }) => !archived && now - activeAt < lively)
    .slice(0, mostDialogs);
  const ofEach = active.map((dialog) =>
    reading.tried({ of: 'dialog', name: dialog.name }, () => ofDialog(dialog, dialogs)),
  );
  return (await Promise.all(ofEach)).flatMap((statements) => statements ?? []);
}

/** What is kept, before it is known what of it still holds. */
export interface KeptStatement extends Statement, Decided {
  /** So many of its section and source are told, the last ones. */
  readonly most: number;
}

async function ofDialog(dialog: DialogInfo, dialogs: Pick<DialogStore, 'detail'>): Promise<KeptStatement[]> {
  const query = { recentTurns: 0, includeSummary: true, includeMessages: false };
  const { summary } = await dialogs.detail(dialog.name, query);
  return ofSummary(summary, {
    base: baseOf('dialogs', dialog.name),
    entry: summaryEntry,
    time: dialog.activeAt,
  });
}

/** What a summary says that was written of something. */
export function ofSummary(
  summary: JsonValue | undefined,
  at: Pick<Statement, 'base' | 'entry' | 'time'>,
): KeptStatement[] {
  const view = viewSummary(summary);
  if (view.kind !== 'sections') return [];
  return view.sections.flatMap(({ known, key, items }) => {
    const how = known && told[known];
    if (!how) return [];
    return items.map((item) => ({
      ...(!isOpen(item) && { closed: true as const }),
      ...{ ...at, isOlder: true, list: `${at.base} ${key}` },
      ...{ section: how.section, rank: how.rank, most: how.most, text: oneLine(textOf(item)), least: 60 },
    }));
  });
}

/** An item with its id where it has one, and with what it says that it replaces. */
function textOf({ label, text, value }: SummaryItem): string {
  const named = label !== undefined && idOf(`${label}:`) !== undefined ? `${label}: ${text}` : text;
  const { replaces, supersedes } = isObject(value) ? value : {};
  const old = [replaces, supersedes].find((one) => typeof one === 'string' || typeof one === 'number');
  return old === undefined ? named : `${named} (replaces ${old})`;
}

const pinned = /^(?:pinned|置顶)$/;
const decision = /^(?:decisions?|决策|决定)$/;

/** Memories that are pinned, and those that are decisions, oldest first; without what others say they replace. */
export function ofMemories(memories: readonly Memory[]): KeptStatement[] {
  const replaced = memories.flatMap(({ metadata: { replaces, supersedes } }) => [replaces, supersedes]);
  const isReplaced = ({ hash, metadata, tags }: Memory): boolean =>
    metadata.superseded_by !== undefined ||
    metadata.supersededBy !== undefined ||
    tags.some((tag) => /^(?:superseded|obsolete|outdated|已取代|过时)$/.test(tag)) ||
    replaced.some((one) => typeof one === 'string' && one.length >= idLength && hash.startsWith(one));
  return memories
    .filter((memory) => !isReplaced(memory))
    .flatMap((memory): KeptStatement[] => {
      const has = (mark: RegExp): boolean =>
        [memory.type.toLowerCase(), ...memory.tags].some((one) => mark.test(one));
      const kept = {
        ...{ base: baseOf('memories', memory.type), entry: memory.hash.slice(0, idLength), least: 60 },
        ...{ time: memory.updatedAt, text: oneLine(memory.content) },
      };
      if (has(pinned)) return [{ ...kept, section: 'memories', rank: 0, most: Infinity }];
      return has(decision) ? [{ ...kept, section: 'decisions', rank: 1, most: mostDecisions }] : [];
    })
    .sort((a, b) => a.time - b.time);
}

const decided: readonly BriefSection[] = ['decisions', 'constraints', 'memories'];

/** Of what is kept that which still holds, and what its summary says is closed. A memory that somebody pinned is told in any case. */
export function stillHolding(all: readonly KeptStatement[]): Statement[] {
  const kept = all.filter(({ closed }) => !closed);
  const choices = new Set(inForce(kept.filter(({ section }) => decided.includes(section))));
  const holds = kept.filter((one, n) => {
    if (one.section === 'memories' || choices.has(one)) return true;
    return !decided.includes(one.section) && !kept.some((other, m) => isRepeated(one, other, m < n));
  });
  return [...holds.filter((one) => isAmongMost(one, holds)), ...all.filter(({ closed }) => closed)];
}

/** Whether another one says nearly the same and is newer, or stands before it. */
const isRepeated = (one: KeptStatement, other: KeptStatement, isBefore: boolean): boolean =>
  one !== other &&
  one.section === other.section &&
  (other.time > one.time || (other.time === one.time && isBefore)) &&
  isAlike(one.text, other.text);

/** Of what is to be done the first of a list are told, of what was decided the last. */
function isAmongMost(one: KeptStatement, all: readonly KeptStatement[]): boolean {
  const same = all.filter((other) => other.section === one.section && other.list === one.list);
  const at = same.indexOf(one);
  return decided.includes(one.section) ? at >= same.length - one.most : at < one.most;
}

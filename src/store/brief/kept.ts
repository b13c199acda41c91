import { viewSummary, type KnownSection, type SummaryItem } from '../../protocol/summarySections.ts';
import type { DialogInfo, DialogStore } from '../dialogs/types.ts';
import type { Memory } from '../memory/types.ts';
import { summaryEntry } from '../search/summaryEntry.ts';
import { oneLine } from '../text/containText.ts';
import { terms } from '../text/tokens.ts';
import { baseOf, idLength, type Statement } from './statements.ts';
import type { BriefSection } from './types.ts';

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

/** What the summaries of the dialogs active lately say is open, decided and to be heeded, and what of it is closed. */
export async function ofDialogs(
  dialogs: Pick<DialogStore, 'list' | 'detail'>,
  now: number,
): Promise<Statement[]> {
  const active = (await dialogs.list())
    .filter(({ activeAt, archived }) => !archived && now - activeAt < lively)
    .slice(0, mostDialogs);
  const all = await Promise.all(active.map((dialog) => ofDialog(dialog, dialogs)));
  const statements = all.flat();
  return [
    ...withoutRepeats(statements.filter(({ closed }) => !closed)),
    ...statements.filter(({ closed }) => closed),
  ];
}

async function ofDialog(dialog: DialogInfo, dialogs: Pick<DialogStore, 'detail'>): Promise<Statement[]> {
  const query = { recentTurns: 0, includeSummary: true, includeMessages: false };
  const view = viewSummary((await dialogs.detail(dialog.name, query)).summary);
  if (view.kind !== 'sections') return [];
  const base = baseOf('dialogs', dialog.name);
  return view.sections.flatMap(({ known, items }) => {
    const how = known && told[known];
    if (!how) return [];
    const statement = ({ text }: SummaryItem): Statement => ({
      ...{ base, entry: summaryEntry, time: dialog.activeAt },
      ...{ section: how.section, rank: how.rank, text: oneLine(text), least: 60 },
    });
    const closed = items.filter((item) => !isOpen(item));
    return [
      ...items.filter(isOpen).slice(0, how.most).map(statement),
      ...closed.map((item) => ({ ...statement(item), closed: true as const })),
    ];
  });
}

const isOpen = ({ state }: SummaryItem): boolean =>
  state === undefined ||
  !/^(?:done|closed|resolved|fixed|rejected|superseded|obsolete|cancell?ed|完成|已完成|已解决|废弃)$/i.test(
    state,
  );

const pinned = /^(?:pinned|置顶)$/;
const decision = /^(?:decisions?|决策|决定)$/;

/** Memories that are pinned, and the newest that are decisions. */
export function ofMemories(memories: readonly Memory[]): Statement[] {
  const marks = ({ type, tags }: Memory): string[] => [type.toLowerCase(), ...tags];
  const has = (memory: Memory, mark: RegExp): boolean => marks(memory).some((one) => mark.test(one));
  const statement =
    (section: BriefSection, rank: number) =>
    (memory: Memory): Statement => ({
      ...{ section, rank, base: baseOf('memories', memory.type), entry: memory.hash.slice(0, idLength) },
      ...{ time: memory.updatedAt, text: oneLine(memory.content), least: 60 },
    });
  const kept = memories.filter((memory) => has(memory, pinned));
  const decided = memories.filter((memory) => has(memory, decision) && !has(memory, pinned));
  return withoutRepeats([
    ...kept.map(statement('memories', 0)),
    ...decided.slice(0, mostDecisions).map(statement('decisions', 1)),
  ]);
}

/** Of statements that say nearly the same the newest: what came later replaces what was before. */
function withoutRepeats(statements: readonly Statement[]): Statement[] {
  const kept: { readonly one: Statement; readonly words: ReadonlySet<string> }[] = [];
  for (const one of [...statements].sort((a, b) => b.time - a.time)) {
    const words = new Set(terms(one.text));
    if (!kept.some((other) => other.one.section === one.section && alike(other.words, words)))
      kept.push({ one, words });
  }
  const chosen = new Set(kept.map(({ one }) => one));
  return statements.filter((one) => chosen.has(one));
}

/** Two texts share three quarters of their words. */
export function alike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const both = [...a].filter((word) => b.has(word)).length;
  return both > 0 && both / (a.size + b.size - both) >= 0.75;
}

import type { CommandRuns, At } from '../../history/facts/commandLog.ts';
import type { ChangedFile, Said, SessionFacts } from '../../history/facts/sessionFacts.ts';
import type { PlanItem } from '../../history/facts/plans.ts';
import { oneLine } from '../../disk/text/containText.ts';
import { cutText, RequestLog, whole, type UniqueRequest } from './requestLog.ts';
import { inForce } from './superseded.ts';

/** A decision or a constraint. */
export interface Settled extends Said {
  readonly section: 'decisions' | 'constraints';
  /** The text is the title of an approved plan. */
  readonly isPlan: boolean;
}

/** The facts of a session, however long, that a brief of the largest budget may use. */
export interface BriefFacts {
  /** Oldest first. */
  readonly requests: readonly UniqueRequest[];
  /** Not replaced by later ones; oldest first per section. */
  readonly settled: readonly Settled[];
  /** Last changed last. */
  readonly files: readonly ChangedFile[];
  readonly commands: readonly CommandRuns[];
  /** Open steps; undefined where there are none. */
  readonly plan: (At & { readonly items: readonly PlanItem[] }) | undefined;
  /** Numbers of those left out. */
  readonly more: { readonly requests: number; readonly commands: number; readonly files: number };
}

/** The largest budget has room for at most one statement per four tokens. */
const maxCommands = 500;
const maxFiles = 1_000;
const maxSteps = 100;
/** Numbers of the newest decisions that are compared and kept. */
const maxCompared = 24;
const maxSettled = 8;

/** Selects the facts that every program uses for briefs of a session. */
export function briefFactsOf({ requests, ...facts }: SessionFacts): BriefFacts {
  const log = new RequestLog();
  for (const said of requests) log.add(said);
  return briefFactsWith(log, facts);
}

/** Selects them from requests and other facts. */
export function briefFactsWith(log: RequestLog, facts: Omit<SessionFacts, 'requests'>): BriefFacts {
  const { requests, more } = log.told;
  const commands = newestCommands(facts.commands);
  const files = facts.files.slice(-maxFiles);
  return {
    requests,
    settled: settledIn(facts, log),
    commands: commands.map(withoutOldFiles),
    files,
    plan: openPlan(facts),
    more: {
      requests: more,
      commands: facts.commands.length - commands.length,
      files: facts.files.length - files.length,
    },
  };
}

/** Keeps the newest each of failed, other acting, and looking commands. */
function newestCommands(commands: readonly CommandRuns[]): readonly CommandRuns[] {
  const kindOf = ({ isLook, outcome }: CommandRuns) =>
    isLook ? 'look' : outcome === 'failed' ? 'failed' : 'act';
  const kept = new Set(
    ['look', 'failed', 'act'].flatMap((kind) =>
      commands.filter((one) => kindOf(one) === kind).slice(-maxCommands),
    ),
  );
  return commands.filter((one) => kept.has(one));
}

/** Limits the files of a solved failure to the last three. */
function withoutOldFiles(command: CommandRuns): CommandRuns {
  const { solved } = command;
  return solved ? { ...command, solved: { ...solved, files: solved.files.slice(-3) } } : command;
}

const cut = <T extends Said>(said: T): T => ({ ...said, text: cutText(said.text, whole) });

/** The newest constraints and decisions that nothing later replaces. */
function settledIn(facts: Omit<SessionFacts, 'requests'>, asked: RequestLog): Settled[] {
  const chosen = facts.decisions.filter(
    ({ text }) => !text.includes(' → ') || !asked.has(text.replace(/^.* → /, '')),
  );
  const isChosen = new Set(chosen.map(({ entry, text }) => `${entry} ${text}`));
  const rules = facts.rules.filter(({ entry, text }) => !isChosen.has(`${entry} ${text}`));
  const read = (list: readonly Said[], section: Settled['section'], isPlan = false): Settled[] =>
    list.slice(-maxCompared).map((said) => ({ ...said, text: oneLine(said.text), section, isPlan }));
  const decided = [...read(facts.approved.slice(-2), 'decisions', true), ...read(chosen, 'decisions')];
  const all = [...decided.slice(-maxCompared), ...read(rules, 'constraints')];
  const placed = all
    .sort((a, b) => a.entry - b.entry)
    .map((said) => ({ said, text: said.text, time: Date.parse(said.time) }));
  const holding = inForce(placed).map(({ said }) => cut(said));
  return (['decisions', 'constraints'] as const).flatMap((section) =>
    holding.filter((one) => one.section === section).slice(-maxSettled),
  );
}

function openPlan({ plan }: Pick<SessionFacts, 'plan'>): BriefFacts['plan'] {
  const open = plan?.items.filter(({ state }) => state !== 'done') ?? [];
  return plan && open.length > 0 ? { ...plan, items: open.slice(0, maxSteps) } : undefined;
}

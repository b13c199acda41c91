import type { CommandRuns, At } from '../../history/facts/commandLog.ts';
import type { ChangedFile, Said, SessionFacts } from '../../history/facts/sessionFacts.ts';
import type { PlanItem } from '../../history/facts/plans.ts';
import { isSessionContext } from '../../history/sessions/convert.ts';
import { oneLine } from '../../disk/text/containText.ts';
import { firstCodePoints } from '../../disk/text/textLength.ts';
import { inForce } from './superseded.ts';

/** A request, listed once at its latest occurrence. */
export interface UniqueRequest extends Said {
  readonly times: number;
  /** Says no more than to continue. */
  readonly isNod: boolean;
}

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
const maxRequests = 1_000;
const maxCommands = 500;
const maxFiles = 1_000;
const maxSteps = 100;
/** The first and the latest requests keep more text than others, which a brief of many requests cuts anyway. Characters. */
const fullRequests = 100;
const [whole, beginning] = [4_000, 400];
/** Numbers of the newest decisions that are compared and kept. */
const maxCompared = 24;
const maxSettled = 8;

/** Selects the facts that every program uses for briefs of a session. */
export function briefFactsOf(facts: SessionFacts): BriefFacts {
  const requests = eachOnce(facts.requests);
  const kept = newestRequests(requests);
  const commands = newestCommands(facts.commands);
  const files = facts.files.slice(-maxFiles);
  return {
    requests: kept.map((one, n) => cut(one, n === 0 || n >= kept.length - fullRequests ? whole : beginning)),
    settled: settledIn(facts),
    commands: commands.map(withoutOldFiles),
    files,
    plan: openPlan(facts),
    more: {
      requests: requests.length - kept.length,
      commands: facts.commands.length - commands.length,
      files: facts.files.length - files.length,
    },
  };
}

/** Commands for the agent's program rather than the agent. */
const ofTheAgent =
  /^(?:\?|\/(?:add-dir|agents|clear|compact|compress|config|context|copy|cost|doctor|effort|exit|export|fast|feedback|help|hooks|ide|init|login|logout|mcp|memory|model|new|permissions|plugin|privacy-settings|quit|release-notes|resume|rewind|stats|status|terminal-setup|theme|tools|upgrade|usage|vim)(?:\s.*)?)$/;
const nod =
  /^(?:y|yes|yep|yeah|ok|okay|sure|go|go on|go ahead|do it|continue|proceed|next|thanks?|thank you|great|nice|perfect|cool|好|好的|可以|继续|行|嗯|是|是的|对|谢谢)[\s.!。！,，]*(?:please|thanks|do it|continue|继续|吧)?[\s.!。！]*$/i;

/** Lists requests; repeated ones appear once, at their latest occurrence. */
function eachOnce(requests: readonly Said[]): UniqueRequest[] {
  const last = new Map<string, { readonly said: Said; readonly times: number }>();
  for (const said of requests) {
    const text = oneLine(said.text);
    if (text === '' || ofTheAgent.test(text) || isSessionContext(said.text)) continue;
    const key = text.toLowerCase();
    const times = (last.get(key)?.times ?? 0) + 1;
    last.delete(key);
    last.set(key, { said: { ...said, text }, times });
  }
  return [...last.values()].map(({ said, times }) => ({ ...said, times, isNod: nod.test(said.text) }));
}

/** Keeps the first, the last three, and the newest others; nods only where there is room. */
function newestRequests(requests: readonly UniqueRequest[]): readonly UniqueRequest[] {
  if (requests.length <= maxRequests) return requests;
  const isFixed = (n: number): boolean => n === 0 || n >= requests.length - 3;
  const others = requests.filter((_, n) => !isFixed(n));
  const room = maxRequests - 4;
  const said = others.filter(({ isNod }) => !isNod).slice(-room);
  const nods = others.filter(({ isNod }) => isNod).slice(Math.min(-1, said.length - room));
  const kept = new Set([...said, ...(said.length < room ? nods : [])]);
  return requests.filter((one, n) => isFixed(n) || kept.has(one));
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

const cut = <T extends Said>(said: T, most: number): T =>
  said.text.length <= most ? said : { ...said, text: `${firstCodePoints(said.text, most - 1).trimEnd()}…` };

/** The newest constraints and decisions that nothing later replaces. */
function settledIn(facts: SessionFacts): Settled[] {
  const asked = new Set(facts.requests.map(({ text }) => text));
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
  const holding = inForce(placed).map(({ said }) => cut(said, whole));
  return (['decisions', 'constraints'] as const).flatMap((section) =>
    holding.filter((one) => one.section === section).slice(-maxSettled),
  );
}

function openPlan({ plan }: SessionFacts): BriefFacts['plan'] {
  const open = plan?.items.filter(({ state }) => state !== 'done') ?? [];
  return plan && open.length > 0 ? { ...plan, items: open.slice(0, maxSteps) } : undefined;
}

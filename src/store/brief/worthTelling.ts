import type { At } from '../facts/at.ts';
import type { CommandRuns } from '../facts/commandLog.ts';
import type { ChangedFile, Said, SessionFacts } from '../facts/sessionFacts.ts';
import type { PlanItem } from '../facts/plans.ts';
import { isSessionContext } from '../sessions/convert.ts';
import { oneLine } from '../text/containText.ts';
import { firstCodePoints } from '../text/textLength.ts';
import { inForce } from './superseded.ts';

/** What a person asked for, once, as it was asked last. */
export interface AskedOnce extends Said {
  readonly times: number;
  /** It says no more than to go on. */
  readonly isNod: boolean;
}

/** Something that was decided, or is to be heeded. */
export interface Settled extends Said {
  readonly section: 'decisions' | 'constraints';
  /** The text is what a plan is called that was approved. */
  readonly isPlan: boolean;
}

/** Of what happened in a session, however long, that which a brief of the largest budget may tell. */
export interface Told {
  /** Oldest first. */
  readonly requests: readonly AskedOnce[];
  /** As far as nothing later replaces it; of each section oldest first. */
  readonly settled: readonly Settled[];
  /** The last changed last. */
  readonly files: readonly ChangedFile[];
  readonly commands: readonly CommandRuns[];
  /** What the agent has still to do; undefined where that is nothing. */
  readonly plan: (At & { readonly items: readonly PlanItem[] }) | undefined;
  /** How many there were besides. */
  readonly more: { readonly requests: number; readonly commands: number; readonly files: number };
}

/** The largest budget has no room for more statements than a quarter of its tokens. */
const mostRequests = 1_000;
const mostCommands = 500;
const mostFiles = 1_000;
const mostSteps = 100;
/** Of the latest and of the first requests more is kept than of others, of which a brief with so many tells little. Characters. */
const mostWhole = 100;
const [whole, beginning] = [4_000, 400];
/** Of what was decided so many of the newest are looked through, and told. */
const mostRead = 24;
const mostSettled = 8;

/** Whatever is told of a session, in whatever program, is told of this. */
export function worthTelling(facts: SessionFacts): Told {
  const requests = eachOnce(facts.requests);
  const kept = newestRequests(requests);
  const commands = newestCommands(facts.commands);
  const files = facts.files.slice(-mostFiles);
  return {
    requests: kept.map((one, n) => cut(one, n === 0 || n >= kept.length - mostWhole ? whole : beginning)),
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

/** What a person tells an agent's program, not the agent. */
const ofTheAgent =
  /^(?:\?|\/(?:add-dir|agents|clear|compact|compress|config|context|copy|cost|doctor|effort|exit|export|fast|feedback|help|hooks|ide|init|login|logout|mcp|memory|model|new|permissions|plugin|privacy-settings|quit|release-notes|resume|rewind|stats|status|terminal-setup|theme|tools|upgrade|usage|vim)(?:\s.*)?)$/;
const nod =
  /^(?:y|yes|yep|yeah|ok|okay|sure|go|go on|go ahead|do it|continue|proceed|next|thanks?|thank you|great|nice|perfect|cool|好|好的|可以|继续|行|嗯|是|是的|对|谢谢)[\s.!。！,，]*(?:please|thanks|do it|continue|继续|吧)?[\s.!。！]*$/i;

/** What was asked for; what was asked in the same words several times once, where it was asked last. */
function eachOnce(requests: readonly Said[]): AskedOnce[] {
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

/** The first, the last three, and of the others the newest; nods only where there is room for them. */
function newestRequests(requests: readonly AskedOnce[]): readonly AskedOnce[] {
  if (requests.length <= mostRequests) return requests;
  const isFixed = (n: number): boolean => n === 0 || n >= requests.length - 3;
  const others = requests.filter((_, n) => !isFixed(n));
  const room = mostRequests - 4;
  const said = others.filter(({ isNod }) => !isNod).slice(-room);
  const nods = others.filter(({ isNod }) => isNod).slice(Math.min(-1, said.length - room));
  const kept = new Set([...said, ...(said.length < room ? nods : [])]);
  return requests.filter((one, n) => isFixed(n) || kept.has(one));
}

/** Of those that failed, of other ones that act, and of those that only look, the newest each. */
function newestCommands(commands: readonly CommandRuns[]): readonly CommandRuns[] {
  const kindOf = ({ isLook, outcome }: CommandRuns) =>
    isLook ? 'look' : outcome === 'failed' ? 'failed' : 'act';
  const kept = new Set(
    ['look', 'failed', 'act'].flatMap((kind) =>
      commands.filter((one) => kindOf(one) === kind).slice(-mostCommands),
    ),
  );
  return commands.filter((one) => kept.has(one));
}

/** A failure is told with the last few files that were changed before it was gone. */
function withoutOldFiles(command: CommandRuns): CommandRuns {
  const { solved } = command;
  return solved ? { ...command, solved: { ...solved, files: solved.files.slice(-3) } } : command;
}

const cut = <T extends Said>(said: T, most: number): T =>
  said.text.length <= most ? said : { ...said, text: `${firstCodePoints(said.text, most - 1).trimEnd()}…` };

/** The newest of what a person wants to be heeded, and of what was decided, as far as nothing later replaces it. */
function settledIn(facts: SessionFacts): Settled[] {
  const asked = new Set(facts.requests.map(({ text }) => text));
  const chosen = facts.decisions.filter(({ text }) => !asked.has(text.replace(/^.* → /, '')));
  const isChosen = new Set(chosen.map(({ entry, text }) => `${entry} ${text}`));
  const rules = facts.rules.filter(({ entry, text }) => !isChosen.has(`${entry} ${text}`));
  const read = (list: readonly Said[], section: Settled['section'], isPlan = false): Settled[] =>
    list.slice(-mostRead).map((said) => ({ ...said, text: oneLine(said.text), section, isPlan }));
  const decided = [...read(facts.approved.slice(-2), 'decisions', true), ...read(chosen, 'decisions')];
  const all = [...decided.slice(-mostRead), ...read(rules, 'constraints')];
  const placed = all
    .sort((a, b) => a.entry - b.entry)
    .map((said) => ({ said, text: said.text, time: Date.parse(said.time) }));
  const holding = inForce(placed).map(({ said }) => cut(said, whole));
  return (['decisions', 'constraints'] as const).flatMap((section) =>
    holding.filter((one) => one.section === section).slice(-mostSettled),
  );
}

function openPlan({ plan }: SessionFacts): Told['plan'] {
  const open = plan?.items.filter(({ state }) => state !== 'done') ?? [];
  return plan && open.length > 0 ? { ...plan, items: open.slice(0, mostSteps) } : undefined;
}

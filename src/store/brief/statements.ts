import { oneLine } from '../text/containText.ts';
import { firstCodePoints } from '../text/textLength.ts';
import { isSessionContext } from '../sessions/convert.ts';
import type { ListedSession } from '../sessions/types.ts';
import type { At, ChangedFile, CommandRuns, SessionFacts } from '../facts/sessionFacts.ts';
import { formatReference } from '../search/reference.ts';
import type { BriefSection } from './types.ts';

/** Something a brief may tell. */
export interface Statement {
  readonly section: BriefSection;
  /** Milliseconds. */
  readonly time: number;
  /** What the reference is of, `history://sessions/0a12da8e`, and the entry there. */
  readonly base: string;
  readonly entry: string;
  /** On one line. */
  readonly text: string;
  /** It is cut at the end to no fewer characters. */
  readonly least: number;
  /** What there is no room for is left out from the highest down. */
  readonly rank: number;
  /** A later statement of the same section about the same replaces it. */
  readonly about?: string;
  /** Somebody pinned it. */
  readonly pinned?: true;
}

/** How much of the beginning of a session's id tells it from others nearly always. */
export const idLength = 8;

export const baseOf = (source: 'sessions' | 'dialogs' | 'memories', name: string): string =>
  formatReference({ source, name, entry: 'x' }).slice(0, -2);

/** What a person tells an agent's program, not the agent. */
const ofTheAgent =
  /^(?:\?|\/(?:add-dir|agents|clear|compact|config|context|cost|doctor|effort|exit|fast|help|hooks|init|login|logout|mcp|memory|model|new|permissions|plugin|quit|resume|rewind|stats|status|theme|usage|vim)(?:\s.*)?)$/;

/** What a session says of itself, for an agent that forgot it: everything; for a new session, how it ended. */
export function ofSession(
  { sessionId }: Pick<ListedSession, 'sessionId'>,
  facts: SessionFacts,
  whole: boolean,
): Statement[] {
  const base = baseOf('sessions', sessionId.slice(0, idLength));
  const at = ({ time, entry }: At): Pick<Statement, 'base' | 'entry' | 'time'> => ({
    ...{ base, entry: String(entry) },
    time: Date.parse(time),
  });
  const requests = facts.requests.filter(({ text }) => !ofTheAgent.test(text) && !isSessionContext(text));
  const told = whole ? requests : requests.slice(-3);
  return [
    ...told.map((request, n) => ({
      ...at(request),
      section: 'requests' as const,
      text: oneLine(request.text),
      least: 48,
      rank: n === 0 || n >= told.length - 3 ? 0 : 2,
    })),
    ...planStatements(facts, at),
    ...facts.commands.flatMap((command) => commandStatement(command, at)),
    ...lookStatement(facts.commands, at),
    ...fileStatements(facts.files, at),
  ];
}

type Located = (at: At) => Pick<Statement, 'base' | 'entry' | 'time'>;

/** Steps that are still to be done, in lines of several. */
function planStatements({ plan }: SessionFacts, at: Located): Statement[] {
  const open = plan?.items.filter(({ state }) => state !== 'done') ?? [];
  if (!plan || open.length === 0) return [];
  const steps = open.map(
    ({ text, state }) => `${state === 'doing' ? '[~]' : '[ ]'} ${cutText(oneLine(text), 90)}`,
  );
  return inLines(steps, ' ').map((text) => ({
    ...at(plan),
    section: 'plan',
    text,
    least: text.length,
    rank: 1,
    about: at(plan).base,
  }));
}

function commandStatement(command: CommandRuns, at: Located): Statement[] {
  const { kind, outcome, isLook, problem, solved, runs } = command;
  if (isLook && outcome !== 'failed') return [];
  const times = runs > 1 ? ` (${runs}×)` : '';
  const failed = problem === undefined || problem === '' ? '' : `: ${oneLine(problem)}`;
  const by = solved && solved.files.length > 0 ? `, ${solved.files.slice(-3).join(', ')}` : '';
  const before = solved ? ` (before: ${oneLine(solved.problem)}${by})` : '';
  const text = `${kind} ${outcome}${times}${outcome === 'failed' ? failed : before}`;
  return [
    {
      ...at(command),
      section: 'commands',
      text,
      least: kind.length + 24,
      rank: isLook ? 6 : outcome === 'failed' ? 1 : 3,
      about: kind,
    },
  ];
}

/** Commands that only looked, in one line. */
function lookStatement(commands: readonly CommandRuns[], at: Located): Statement[] {
  const looks = commands.filter(({ isLook, outcome }) => isLook && outcome !== 'failed');
  const last = looks.at(-1);
  if (!last) return [];
  const text = looks.map(({ kind, runs }) => (runs > 1 ? `${kind} ${runs}×` : kind)).join(', ');
  return [{ ...at(last), section: 'commands', text: `looked: ${text}`, least: 20, rank: 5 }];
}

/** Files by folder, the last changed first, in lines of several. */
function fileStatements(files: readonly ChangedFile[], at: Located): Statement[] {
  const latest = [...files].reverse();
  const shared = commonFolder(latest.map(({ path }) => path));
  const folders = new Map<string, string[]>();
  for (const file of latest) {
    const path = file.path.slice(shared.length);
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const name = path.slice(folder.length);
    const told = file.times > 1 ? `${name} ${file.times}×` : name;
    folders.set(folder, [...(folders.get(folder) ?? []), told]);
  }
  const groups = [...folders].map(
    ([folder, names]) => `${folder}${folder && names.length > 1 ? ': ' : ''}${names.join(', ')}`,
  );
  const [last] = latest;
  if (!last) return [];
  return inLines(groups.map(oneLine), '; ').map((text, n) => ({
    ...at(last),
    section: 'files',
    text: n === 0 && shared !== '' ? `(${shared}) ${text}` : text,
    least: text.length + shared.length + 3,
    rank: 1,
  }));
}

/** The folder that all paths share, with its last slash, where naming it once is shorter. */
function commonFolder(paths: readonly string[]): string {
  const [first = '', ...others] = paths;
  if (others.length === 0) return '';
  let end = first.lastIndexOf('/') + 1;
  while (end > 0 && !others.every((path) => path.startsWith(first.slice(0, end))))
    end = first.lastIndexOf('/', end - 2) + 1;
  return first.slice(0, end);
}

const lineLength = 240;

/** Short texts put together to lines of about 240 characters. */
function inLines(texts: readonly string[], separator: string): string[] {
  const lines: string[] = [];
  for (const text of texts) {
    const last = lines.at(-1);
    if (last === undefined || last.length + text.length > lineLength) lines.push(text);
    else lines[lines.length - 1] = `${last}${separator}${text}`;
  }
  return lines;
}

const cutText = (text: string, length: number): string =>
  text.length <= length ? text : `${firstCodePoints(text, length - 1).trimEnd()}…`;

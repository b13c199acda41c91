import { createTwoFilesPatch } from 'diff';
import type { ConnectableAgent } from '../connect/agents.ts';
import type { PartOf } from '../connect/drafts.ts';
import type { ConfigPlan } from '../connect/plan.ts';
import type { Say, Text } from '../disk/base/texts.ts';
import type { CommandResult, Terminal } from './terminal.ts';

/** What was done, or would be done, to a file. */
export interface FileOutcome {
  readonly path: string;
  readonly parts: readonly PartOf[];
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly outcome: 'written' | 'deleted' | 'unchanged' | 'failed';
  readonly reason?: string;
}

export interface ConnectReport {
  readonly command: 'setup' | 'remove';
  readonly dryRun: boolean;
  readonly plan: ConfigPlan;
  readonly files: readonly FileOutcome[];
}

type AgentOutcome = 'connected' | 'set' | 'removed' | 'unchanged' | 'failed';

/**
 * Creates the report. JSON: `{dryRun, agents: [{agent, outcome, files, notes, reasons}], files: [{path, outcome,
 * agents, parts, diff?, reason?}]}`.
 */
export function reportOf({ command, dryRun, files }: ConnectReport, terminal: Terminal): CommandResult {
  const { say, bold, dim } = terminal;
  const agents = agentsOf(files).map((agent) => {
    const own = files.filter(({ parts }) => parts.some((part) => part.agent === agent));
    return { agent, own, outcome: outcomeOf(own, command), notes: notesOf(agent, own, command, say) };
  });
  const lines = agents.map(({ agent, own, outcome, notes }) => {
    const reasons = [...new Set(own.flatMap(({ reason }) => reason ?? []))];
    const paths = [...new Set(own.filter((file) => file.outcome !== 'failed').map(({ path }) => path))];
    const head = `${bold(agent.id)} ${say(labels[outcome])} ${dim([...reasons, ...paths].join(', '))}`;
    return [head, ...notes.map((note) => `  ${note}`)].join('\n');
  });
  const others = files.filter(({ parts }) => parts.length === 0);
  const otherLines = others.map(
    ({ path, outcome, reason }) => `${say(fileLabels[outcome])} ${dim(reason ?? path)}`,
  );
  const diffs = dryRun ? diffsOf(files) : [];
  const all = [...lines, ...otherLines, ...diffs];
  const none = say('Nothing to do.');
  const note = dryRun ? [say('Nothing was written (--dry-run).')] : [];
  return {
    json: {
      dryRun,
      agents: agents.map(({ agent, own, outcome, notes }) => ({
        agent: agent.id,
        outcome,
        files: own.map(({ path }) => path),
        notes,
      })),
      files: files.map((file) => ({
        path: file.path,
        outcome: file.outcome,
        reason: file.reason,
        diff: diffOf(file),
        parts: file.parts.map(({ agent, kind, scope }) => ({ agent: agent.id, kind, scope })),
      })),
    },
    text: [...(all.length > 0 ? all : [none]), ...note].join('\n'),
    failed: files.some(({ outcome }) => outcome === 'failed'),
  };
}

const agentsOf = (files: readonly FileOutcome[]): readonly ConnectableAgent[] => [
  ...new Set(files.flatMap(({ parts }) => parts.map(({ agent }) => agent))),
];

function outcomeOf(files: readonly FileOutcome[], command: ConnectReport['command']): AgentOutcome {
  if (files.some(({ outcome }) => outcome === 'failed')) return 'failed';
  if (files.every(({ outcome }) => outcome === 'unchanged')) return 'unchanged';
  if (command === 'remove') return 'removed';
  return files.every(({ parts }) => parts.every(({ kind }) => kind === 'retention')) ? 'set' : 'connected';
}

/** Returns what the person still has to do for the written parts. */
function notesOf(
  agent: ConnectableAgent,
  files: readonly FileOutcome[],
  command: ConnectReport['command'],
  say: Say,
): readonly string[] {
  if (command === 'remove') return [];
  const kinds = files
    .filter(({ outcome }) => outcome === 'written')
    .flatMap(({ parts }) => parts.filter((part) => part.agent === agent).map(({ kind }) => kind));
  const notes = [...new Set(kinds)].flatMap((kind) => agent.notes?.[kind] ?? []);
  const own = files.find(({ path, outcome }) => outcome === 'written' && path.endsWith('.local.json'));
  return [
    ...notes.map((note) => say(note)),
    ...(own ? [say('{0} is for you alone: keep it out of git.', own.path)] : []),
  ];
}

/** Returns unified diffs of the changed files. */
export const diffsOf = (files: readonly FileOutcome[]): readonly string[] =>
  files.flatMap((file) => diffOf(file)?.trimEnd() ?? []);

/** Returns a unified diff; undefined without changes. */
function diffOf({ path, before = '', after = '', outcome }: FileOutcome): string | undefined {
  if (outcome === 'unchanged' || outcome === 'failed') return undefined;
  const diff = createTwoFilesPatch(path, path, before, after, undefined, undefined, { context: 2 });
  return diff.split('\n').slice(1).join('\n');
}

const labels: Readonly<Record<AgentOutcome, Text>> = {
  connected: 'connected',
  set: 'set',
  removed: 'taken out',
  unchanged: 'nothing to do',
  failed: 'failed',
};

const fileLabels: Readonly<Record<FileOutcome['outcome'], Text>> = {
  written: 'taken out',
  deleted: 'taken out',
  unchanged: 'nothing to do',
  failed: 'failed',
};

import { randomUUID } from 'node:crypto';
import { agentNameOf } from '../agents/agents.ts';
import type { AgentMachine } from '../agents/profile/machine.ts';
import { planSession, writeSession, type SessionPlan } from '../connect/newSessions.ts';
import { defined } from '../disk/base/core.ts';
import { realFolder } from '../disk/base/projectFolder.ts';
import { handOverSource } from '../history/sessions/handOver.ts';
import { newSessionOf, type LeftOut } from '../history/sessions/newSession.ts';
import type { CliProject } from './project.ts';
import type { CommandResult, Terminal } from './terminal.ts';

export interface ContinueOptions {
  readonly session: string;
  /** Id or alias of the agent in which the session is to go on. */
  readonly agent: string;
  readonly maxTokens?: number;
  readonly until?: string;
  readonly dryRun?: true;
  readonly anyVersion?: true;
}

/** Tokens of the brief of what did not fit. */
const briefTokens = 2_000;

/**
 * `resume --in`: a new session of an agent with what was said; JSON `{session, source, title, agent, version, id,
 * files, turns, calls, left, resume, written}`.
 */
export async function continueIn(
  { store, workspace, root }: CliProject,
  { session: wanted, agent, maxTokens, until, dryRun, anyVersion }: ContinueOptions,
  terminal: Terminal,
): Promise<CommandResult> {
  const info = await store.sessions.find(workspace, wanted);
  const record = await store.sessions.read(info);
  const conversation = {
    messages: record.messages,
    title: info.title,
    source: handOverSource(info),
    ...defined({ cwd: record.cwd, changedAt: info.changedAt }),
  };
  const brief = async () => {
    const options = { session: info.sessionId, purpose: 'handOver', maxTokens: briefTokens } as const;
    return (await store.brief.make(workspace, options)).text;
  };
  const now = Date.now();
  const options = { id: randomUUID(), project: realFolder(root) ?? root, brief, now };
  const { session, left } = await newSessionOf(conversation, {
    ...options,
    ...defined({ maxTokens, until }),
  });
  const machine: AgentMachine = workspace.places;
  const plan = await planSession(session, { agent, machine, now, ...defined({ anyVersion }) });
  if (dryRun !== true) await writeSession(plan, machine);
  const json = {
    ...{ session: info.sessionId, source: info.source, title: info.title },
    ...factsOf(plan),
    left,
    written: dryRun !== true,
  };
  return { json, text: textOf(plan, left, { dryRun: dryRun === true, terminal }) };
}

function factsOf({ agent, id, version, session, files, writer, resume }: SessionPlan) {
  const { turns } = session;
  const calls = turns.reduce((sum, turn) => sum + turn.calls.length, 0);
  const paths = writer.itself ? [] : files.map(({ path }) => path);
  return { agent, version, id, files: paths, turns: turns.length, calls, resume };
}

function textOf(
  plan: SessionPlan,
  left: LeftOut,
  { dryRun, terminal: { say, bold } }: { readonly dryRun: boolean; readonly terminal: Terminal },
): string {
  const { agent, version, files, turns, calls, resume } = factsOf(plan);
  const name = `${agentNameOf(agent)} ${version}`;
  const head = dryRun
    ? say('Would write a session of {0}: {1} turns, {2} calls of tools.', name, turns, calls)
    : say('Wrote a session of {0}: {1} turns, {2} calls of tools.', name, turns, calls);
  const missing = [
    left.olderTurns > 0 && say('{0} older turns', left.olderTurns),
    left.thoughts > 0 && say('{0} thoughts', left.thoughts),
    left.pictures > 0 && say('{0} pictures', left.pictures),
  ].filter((text) => text !== false);
  return [
    head,
    ...files.map((path) => `  ${path}`),
    ...(missing.length > 0 ? [say('Left out: {0}.', missing.join(', '))] : []),
    ...(left.shortened > 0 ? [say('Shortened: {0} long texts.', left.shortened)] : []),
    ...(dryRun ? [] : [say('Go on with it in {0}:', plan.session.cwd), bold(`  ${resume.join(' ')}`)]),
  ].join('\n');
}

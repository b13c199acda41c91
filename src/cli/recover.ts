import { defined, isoTime, localTime } from '../disk/base/core.ts';
import { agentNameOf } from '../agents/agents.ts';
import type { RecoveredSession } from '../history/capture/types.ts';
import { recoveredTexts } from '../history/capture/recoveredTexts.ts';
import type { CliProject } from './project.ts';
import { many, type CommandResult, type Terminal } from './terminal.ts';

export interface RecoverOptions {
  readonly all?: true;
  readonly dryRun?: true;
  /** Writes without asking. */
  readonly yes?: true;
  readonly json?: true;
}

/**
 * `recover`: JSON `{dryRun, sessions: [{id, source, title, started, updated, folder?, prompts, answers?}], failed}`. At
 * a terminal, shows what was found and asks.
 */
export async function recover(
  { store, workspace, keep }: CliProject,
  { all, dryRun, yes, json }: RecoverOptions,
  terminal: Terminal,
): Promise<CommandResult> {
  const { say, confirm, write } = terminal;
  const options = { all: all === true };
  const found = await store.recovery.look(workspace, options);
  const lines = found.map((session) => lineOf(session, terminal));
  const reported = { dryRun: dryRun === true, sessions: found.map(jsonOf), failed: 0 };
  if (found.length === 0) return { json: reported, text: say('Nothing lost was found.') };
  const offer = say('Found {0}:', many(say, found.length, 'session'));
  const list = [offer, ...lines].join('\n');
  if (dryRun) return { json: reported, text: `${list}\n${say('Nothing was written (--dry-run).')}` };
  const isAsked = confirm !== undefined && !yes && !json;
  if (isAsked) {
    await write(`${list}\n`);
    if (!(await confirm('Recover them? ')))
      return { json: { ...reported, sessions: [] }, text: say('Nothing was written.') };
  }
  const { recovered, failed } = await store.recovery.recover(workspace, keep, options);
  const done = say('Recovered {0}; {1} failed.', many(say, recovered.length, 'session'), failed);
  return {
    json: { ...reported, sessions: recovered.map(jsonOf), failed },
    text: isAsked ? done : `${list}\n${done}`,
    failed: failed > 0,
  };
}

function lineOf(session: RecoveredSession, { say, bold, dim }: Terminal): string {
  const { agent, sessionId, title, cwd, activeAt, prompts, answers } = session;
  const missing = answers === 'missing' ? say(recoveredTexts.prompts) : undefined;
  const counted = many(say, prompts, 'message');
  const about = [agentNameOf(agent), localTime(activeAt), counted, missing, sessionId, cwd];
  return `  ${bold(title)}\n    ${dim(about.filter(Boolean).join(', '))}`;
}

const jsonOf = (session: RecoveredSession): object => ({
  id: session.sessionId,
  source: session.agent,
  title: session.title,
  started: isoTime(session.startedAt),
  updated: isoTime(session.activeAt),
  prompts: session.prompts,
  ...defined({ folder: session.cwd, answers: session.answers }),
});

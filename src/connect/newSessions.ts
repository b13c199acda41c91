// Sessions written for agents: checked first, written whole or not at all, and noted, so that they can be taken out.
import fs from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { profileOf } from '../agents/agents.ts';
import { loadAgents } from '../agents/loadTranscripts.ts';
import type { AgentMachine } from '../agents/profile/machine.ts';
import type { NewFile, NewSession, SessionWriter } from '../agents/writing/newSession.ts';
import { defined, StoreError } from '../disk/base/core.ts';
import { launcherState } from '../disk/base/stateFolder.ts';
import { firstMissing, readConfig, refusal, removeEmptyFolders, writeConfig } from './configFile.ts';
import { runAgent, runItself, toldBy, versionOf } from './agentPrograms.ts';
import { digest } from './journal.ts';
import {
  readWrittenSessions,
  noteSession,
  type WrittenFile,
  type WrittenSession,
} from './writtenSessions.ts';

/** Where a session is written. */
export interface WritingTarget {
  /** Id or alias of an agent. */
  readonly agent: string;
  readonly machine: AgentMachine;
  /** Milliseconds. */
  readonly now: number;
  /** Also for a version with which written sessions were never tried. */
  readonly anyVersion?: boolean;
}

/** A session as it would be written. */
export interface SessionPlan {
  readonly agent: string;
  /** Id under which the agent resumes it. */
  readonly id: string;
  readonly session: NewSession;
  readonly writer: SessionWriter;
  /** Version of the agent's program. */
  readonly version: string;
  /** The one with the messages first. */
  readonly files: readonly NewFile[];
  /** Resumes the session in a terminal, in the folder of the session. */
  readonly resume: readonly string[];
}

/** Returns the ids of the agents for which sessions can be written. */
export const targetAgents = async (): Promise<readonly string[]> =>
  (await loadAgents()).filter(({ writer }) => writer).map(({ id }) => id);

/** Plans a session for an agent. Throws if its program is missing or of a version that was never tried. */
export async function planSession(
  session: NewSession,
  { agent: name, machine, now, anyVersion = false }: WritingTarget,
): Promise<SessionPlan> {
  const { writer, profile } = await targetOf(name);
  const version = await versionOf(writer, { machine, project: session.cwd });
  if (!anyVersion && isNewer(version, writer.tried))
    throw new StoreError(
      'disabled',
      `${profile.name} ${version} is newer than ${writer.tried}, the last version that was seen to take such sessions. Nothing was written.`,
    );
  const told = await toldBy(writer, { machine, cwd: session.cwd, project: session.cwd });
  const { id, files } = await writer.write(session, { places: machine, version, now, told });
  for (const { path } of files)
    if ((await readConfig(path)) !== undefined)
      throw new StoreError('busy', `${path} exists. Nothing was written.`);
  const resume = profile.resume?.(id) ?? [];
  return { agent: profile.id, id, session, writer, version, files, resume };
}

async function targetOf(name: string) {
  const profile = profileOf(name);
  const writer = (await loadAgents()).find(({ id }) => id === profile?.id)?.writer;
  if (profile && writer) return { profile, writer };
  const known = (await targetAgents()).join(', ');
  throw new StoreError(
    'invalid_argument',
    `No session can be written for ${JSON.stringify(name)}. It takes ${known}.`,
  );
}

/** Reports whether the major or minor number of a version is above a tried one. */
function isNewer(version: string, tried: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [triedMajor = 0, triedMinor = 0] = tried.split('.').map(Number);
  return major > triedMajor || (major === triedMajor && minor > triedMinor);
}

const writerOf = async ({ agent }: Pick<WrittenSession, 'agent'>): Promise<SessionWriter> =>
  (await targetOf(agent)).writer;

/** Writes a planned session, whole or not at all. */
export async function writeSession(plan: SessionPlan, machine: AgentMachine): Promise<void> {
  try {
    await writeWhole(plan, machine);
  } catch (error) {
    throw refusal(error, plan.files[0]?.path ?? launcherState(machine));
  }
}

async function writeWhole(
  { agent, id, session, files, writer }: SessionPlan,
  machine: AgentMachine,
): Promise<void> {
  const { title, cwd } = session;
  const noted = writer.itself ? [] : files.map(notedFile);
  const messages = writer.itself?.messagesIn(files[0]?.text ?? '');
  const written: WrittenSession = { agent, id, title, cwd, files: noted, ...defined({ messages }) };
  await noteSession(machine, id, written); // first, so that it is known even if this process ends
  try {
    if (writer.itself) await takeIn(written, files[0]?.text ?? '', machine);
    else for (const { path, text } of files.toReversed()) await writeConfig(path, undefined, text);
  } catch (error) {
    await removeFiles(written);
    await noteSession(machine, id, undefined);
    throw error;
  }
}

const notedFile = ({ path, text }: NewFile): WrittenFile => ({
  path,
  after: digest(text),
  ...defined({ made: firstMissing(dirname(path)) }),
});

/** Has the program itself take in a session. */
async function takeIn(
  { agent, id, cwd }: WrittenSession,
  text: string,
  machine: AgentMachine,
): Promise<void> {
  const { program, itself } = await writerOf({ agent });
  const file = join(launcherState(machine), `${id}.json`);
  try {
    await writeConfig(file, undefined, text);
    await runItself([program, ...(itself?.takeIn(file) ?? [])], { machine, cwd, project: cwd });
  } finally {
    await fs.rm(file, { force: true });
  }
}

/** What became of sessions that were to be taken out. */
export interface TakenOut {
  readonly removed: readonly WrittenSession[];
  /** They went on since, or only their program can delete them. */
  readonly kept: readonly WrittenSession[];
}

/** Takes out the written sessions that are meant, but none that went on since: those are their agents' own. */
export async function takeOutSessions(
  machine: AgentMachine,
  isMeant: (written: WrittenSession) => boolean,
  dryRun: boolean,
): Promise<TakenOut> {
  const removed: WrittenSession[] = [];
  const kept: WrittenSession[] = [];
  for (const written of readWrittenSessions(machine).filter(isMeant)) {
    const isOurs = await isUnchanged(written, machine);
    const isOut = isOurs && (dryRun || (await takeOut(written, machine)));
    (isOut ? removed : kept).push(written);
    if (!dryRun) await noteSession(machine, written.id, undefined);
  }
  return { removed, kept };
}

/** Takes out a session. Returns whether that went well. */
async function takeOut(written: WrittenSession, machine: AgentMachine): Promise<boolean> {
  const { id, cwd } = written;
  const { program, itself } = await writerOf(written);
  await removeFiles(written);
  if (!itself) return true;
  return (await runAgent([program, ...itself.takeOut(id)], { machine, cwd, project: cwd })).code === 0;
}

/** Reports whether a session is still as it was written, or gone. */
async function isUnchanged(written: WrittenSession, machine: AgentMachine): Promise<boolean> {
  for (const { path, after } of written.files) {
    const text = await readConfig(path).catch(() => '');
    if (text !== undefined && digest(text) !== after) return false;
  }
  return written.files.length > 0 || (await hasAsMany(written, machine));
}

/** Reports whether a session that its program took in has as many messages as then. */
async function hasAsMany(written: WrittenSession, machine: AgentMachine): Promise<boolean> {
  const { id, cwd, messages } = written;
  const { program, itself } = await writerOf(written);
  if (!itself) return false;
  const { stdout } = await runAgent([program, ...itself.show(id)], { machine, cwd, project: cwd });
  return itself.messagesIn(stdout) === messages;
}

/** Removes the files of a session that are as they were written, and folders made for them. */
async function removeFiles({ files }: WrittenSession): Promise<void> {
  for (const { path, after, made } of files) {
    const text = await readConfig(path).catch(() => undefined);
    if (text !== undefined && digest(text) === after) await fs.rm(path, { force: true });
    if (made !== undefined) await removeEmptyFolders(dirname(path), made);
  }
}

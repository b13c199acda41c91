import { join } from 'node:path';
import type { AgentMachine } from '../agents/profile/machine.ts';
import { defined, isList, isObject } from '../disk/base/core.ts';
import { launcherState } from '../disk/base/stateFolder.ts';
import { foreignTextNow } from '../disk/files/foreign.ts';
import { makeOutermost } from '../disk/files/folders.ts';
import { withLock } from '../disk/files/lock.ts';
import { lockOf } from './apply.ts';
import { readConfig, writeConfig } from './configFile.ts';

/** A session that was written for an agent. */
export interface WrittenSession {
  /** Id of the agent. */
  readonly agent: string;
  readonly id: string;
  readonly title: string;
  readonly cwd: string;
  /** Empty for a session that its program took in. */
  readonly files: readonly WrittenFile[];
  /** Number of messages of such a session. */
  readonly messages?: number;
}

export interface WrittenFile {
  readonly path: string;
  /** The digest of what was written. */
  readonly after: string;
  /** The outermost folder that was made for it. */
  readonly made?: string | undefined;
}

const fileOf = (machine: AgentMachine): string => join(launcherState(machine), 'sessions.json');

/** Returns the sessions that were written on this machine; none where the list cannot be read. */
export function readWrittenSessions(machine: AgentMachine): readonly WrittenSession[] {
  try {
    const value: unknown = JSON.parse(foreignTextNow(fileOf(machine)) ?? '');
    return isList(value) ? value.flatMap(sessionOf) : [];
  } catch {
    return [];
  }
}

/** Writes the entry of one session, undefined to remove it. */
export async function noteSession(
  machine: AgentMachine,
  id: string,
  written: WrittenSession | undefined,
): Promise<void> {
  await makeOutermost(launcherState(machine));
  await withLock(lockOf(machine), async () => {
    const others = readWrittenSessions(machine).filter((other) => other.id !== id);
    const all = written ? [...others, written] : others;
    const file = fileOf(machine);
    const text = all.length > 0 ? `${JSON.stringify(all, undefined, 1)}\n` : undefined;
    await writeConfig(file, await readConfig(file), text);
  });
}

function sessionOf(value: unknown): readonly WrittenSession[] {
  if (!isObject(value)) return [];
  const { agent, id, title, cwd, files, messages } = value;
  if (typeof agent !== 'string' || typeof id !== 'string') return [];
  const texts = { title: typeof title === 'string' ? title : '', cwd: typeof cwd === 'string' ? cwd : '' };
  const count = defined({ messages: typeof messages === 'number' ? messages : undefined });
  return [{ agent, id, ...texts, files: isList(files) ? files.flatMap(writtenFileOf) : [], ...count }];
}

function writtenFileOf(value: unknown): readonly WrittenFile[] {
  if (!isObject(value)) return [];
  const { path, after, made } = value;
  if (typeof path !== 'string' || typeof after !== 'string') return [];
  return [{ path, after, ...defined({ made: typeof made === 'string' ? made : undefined }) }];
}

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { foreignTextNow } from '../../files/foreign.ts';
import { exists } from '../../files/owner.ts';
import { clineSessions } from './clineAgent.ts';
import { fieldsOf, textOf } from '../shared/fields.ts';
import { parseJson } from '../shared/lines.ts';
import type { Places } from '../shared/agent.ts';

/** Sessions that changed before so many others are not looked at. */
const lookedAt = 20;
/** A session's file holds its settings and its first prompt; a larger one is none. Bytes. */
const maxBytes = 4 * 1024 * 1024;

/**
 * The folders that sessions of Cline's command line work in right now: one process of it, the hub, keeps the servers of
 * all of them, so that the folder it was started in says nothing. Read from `sessions/<id>/<id>.json`, which tells
 * `status`, `pid` and `cwd`. Synchronous, so that calls stay in order.
 */
export function clineRunningFolders(places: Places): string[] {
  const folders = newestSessions(clineSessions(places)).flatMap((path) => {
    const { status, pid, cwd } = fieldsOf(parseJson(foreignTextNow(path) ?? ''));
    return status === 'running' && typeof pid === 'number' && exists(pid) ? (textOf(cwd) ?? []) : [];
  });
  return [...new Set(folders)];
}

function newestSessions(folder: string): string[] {
  const files = namesIn(folder).flatMap((id) => {
    const path = join(folder, id, `${id}.json`);
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat?.isFile() && stat.size <= maxBytes ? [{ path, changed: stat.mtimeMs }] : [];
  });
  const newest = files.sort((a, b) => b.changed - a.changed).slice(0, lookedAt);
  return newest.map(({ path }) => path);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // no session was ever kept here
  }
}

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentFiles } from '../../agents/profile/agentProfile.ts';
import { foreignTextNow } from '../../disk/files/foreign.ts';
import { exists } from '../../disk/files/owner.ts';

/** Bytes. */
const maxBytes = 4 * 1024 * 1024;

/** The files of agents on this machine. Synchronous, so that calls stay in order. */
export const agentFiles: AgentFiles = {
  text: (path) => foreignTextNow(path, maxBytes),
  newest: (folder, ending) => {
    const files = namesIn(folder).flatMap((name) => {
      const path = join(folder, name, `${name}${ending}`);
      const stat = statSync(path, { throwIfNoEntry: false });
      return stat?.isFile() ? [{ path, changed: stat.mtimeMs }] : [];
    });
    return files.sort((a, b) => b.changed - a.changed).map(({ path }) => path);
  },
  isRunning: exists,
};

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // no sessions on this machine
  }
}

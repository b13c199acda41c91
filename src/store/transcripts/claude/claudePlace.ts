import { basename, join } from 'node:path';
import { readJsonBeside } from '../shared/agentFiles.ts';
import { fieldsOf, numberOf } from '../shared/fields.ts';
import type { FindTranscripts, Places } from '../shared/agent.ts';
import { filesOf, foldersOf, homeOf } from '../shared/places.ts';

const day = 24 * 60 * 60 * 1_000;
const defaultCleanupDays = 30;
/** Longer names are cut by the agent, with a hash behind. */
const maxNameLength = 200;

const configOf = (places: Places): string => homeOf(places, 'CLAUDE_CONFIG_DIR', '.claude');

/** The folder of the folders of all projects. */
export const claudeProjects = (places: Places): string => join(configOf(places), 'projects');

/** `projects/<cwd, every character outside A-Za-z0-9 as "-">/<session>.jsonl`. */
export const findClaude: FindTranscripts = async function* (places, roots) {
  const wanted = roots.folders.map((root) => claudeFolderName(root).toLowerCase()); // drives of Windows come in both cases
  for (const folder of await foldersOf(claudeProjects(places))) {
    const name = basename(folder).toLowerCase();
    // Several paths have the same name, and a name that only begins alike may be of a folder below or beside.
    if (!wanted.some((root) => isOrMayBeBelow(name, root))) continue;
    const likely = wanted.includes(name);
    for (const path of await filesOf(folder, /^(?!agent-).*\.jsonl$/))
      yield { agent: 'claude', path, unsure: true, likely };
  }
};

/** The name of the folder where Claude Code keeps the sessions of a working folder, before it is cut. */
export function claudeFolderName(cwd: string): string {
  return cwd.replace(/[^A-Za-z0-9]/g, '-');
}

function isOrMayBeBelow(name: string, root: string): boolean {
  return (
    name === root ||
    name.startsWith(`${root}-`) ||
    (root.length > maxNameLength && name.startsWith(root.slice(0, maxNameLength)))
  );
}

/** How long after its last change Claude Code deletes a transcript, by its settings. Milliseconds. */
export async function claudeCleanup(places: Places): Promise<number> {
  const { cleanupPeriodDays } = fieldsOf(await readJsonBeside(join(configOf(places), 'settings.json')));
  const days = numberOf(cleanupPeriodDays);
  return (days !== undefined && days > 0 ? days : defaultCleanupDays) * day;
}

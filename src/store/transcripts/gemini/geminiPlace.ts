import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { readBeside } from '../shared/beside.ts';
import { filesOf, foldersOf, homeOf, type FindTranscripts } from '../shared/places.ts';
import type { Roots } from '../shared/roots.ts';

/** `.gemini/tmp/<slug or sha256 of the path>/chats/session-*.json(l)`; `.project_root` names the project. */
export const findGemini: FindTranscripts = async function* (places, roots) {
  const gemini = join(homeOf(places, 'GEMINI_CLI_HOME', ''), '.gemini');
  for (const folder of await foldersOf(join(gemini, 'tmp'))) {
    const cwd = await projectOf(folder, roots);
    if (cwd === undefined) continue;
    for (const path of await filesOf(join(folder, 'chats'), /^session-.*\.jsonl?$/))
      yield { agent: 'gemini', path, cwd, unsure: false };
  }
};

/** The project a folder of Gemini is for, where that belongs to the roots. */
async function projectOf(folder: string, roots: Roots): Promise<string | undefined> {
  const written = (await readBeside(join(folder, '.project_root')))?.trim();
  if (written !== undefined && written !== '') return (await roots.include(written)) ? written : undefined;
  return roots.folders.find((root) => createHash('sha256').update(root).digest('hex') === basename(folder));
}

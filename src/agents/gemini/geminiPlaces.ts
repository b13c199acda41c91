import { join } from 'node:path';
import { textOf } from '../reading/fields.ts';
import { readBeside } from '../reading/whole.ts';
import { homeOf, type Places } from '../profile/machine.ts';

export const geminiFolder = (places: Places): string =>
  join(homeOf(places, 'GEMINI_CLI_HOME', ''), '.gemini');

/** Folder with a folder for each project. */
export const geminiProjects = (places: Places): string => join(geminiFolder(places), 'tmp');

/** Returns the project of a folder in `tmp/`, if Gemini recorded it. */
export async function writtenRoot(folder: string): Promise<string | undefined> {
  return textOf((await readBeside(join(folder, '.project_root')))?.trim());
}

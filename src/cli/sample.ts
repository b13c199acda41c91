import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { defined, StoreError } from '../disk/base/core.ts';
import { secretsOf } from '../disk/context.ts';
import { writeChosen } from '../disk/files/chosenFile.ts';
import { historyFolder } from '../disk/files/projectHistory.ts';
import { databasePath } from '../agents/reading/types.ts';
import { sampleOf, type SampledSession } from '../doctor/sample/sample.ts';
import { hasShape, sampleDocument, sampleSentence } from '../doctor/sample/sampleText.ts';
import { openProject, type CliProject } from './project.ts';
import type { CommandResult, Terminal } from './terminal.ts';

declare const HISTORY_STORE_VERSION: string;

export interface SampleOptions {
  readonly project?: string;
  /** A session (latest, number or id), or a file. */
  readonly sample: string;
  readonly out?: string;
}

/**
 * `doctor --sample`: the shape of what is not understood of a session; JSON `{state, agent?, version?, kinds, unreadable,
 * records, tables, path?}`. Written to a file only by `--out`.
 */
export async function sampleSession(
  { project: folder, sample: wanted, out }: SampleOptions,
  { log, say, dim }: Terminal,
): Promise<CommandResult> {
  const project = openProject(folder, log);
  const session = await sampledSession(project, wanted);
  // Also where secrets are kept: this is to be passed on.
  const secrets = secretsOf(historyFolder(project.root), {
    envFolders: () => [project.root],
    isReadOnly: () => true,
  });
  const sample = secrets.value(await sampleOf(session, secrets));
  if (!hasShape(sample)) return { json: sample, text: sampleSentence(sample, wanted, say) };
  const document = sampleDocument(sample, HISTORY_STORE_VERSION, say);
  if (out === undefined)
    return { json: sample, text: `${document}\n${dim(say('--out <file> keeps this; nothing is sent.'))}` };
  const path = resolve(out);
  await writeChosen(path, document);
  return { json: { ...sample, path }, text: `${document}\n${say('Written to {0}.', path)}` };
}

/** Finds a session of the project, or any file or database. */
async function sampledSession({ store, workspace }: CliProject, wanted: string): Promise<SampledSession> {
  const path = resolve(wanted);
  const isPath = /[\\/]/.test(wanted);
  const stat = statSync(databasePath(path)?.database ?? path, { throwIfNoEntry: false });
  if (stat?.isFile() === true || (isPath && stat !== undefined)) return { path };
  const { source, archived, title, path: found } = await store.sessions.find(workspace, wanted);
  if (source !== 'history' && archived !== true) return defined({ path: found, agent: source });
  throw new StoreError(
    'invalid_argument',
    `${JSON.stringify(title)} is in the history only, which this program wrote itself.`,
  );
}

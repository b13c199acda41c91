// The sample workspace.   node scripts/sample.mjs   writes it, if it is not there, and prints its folder.
import { existsSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { register } from 'tsx/cjs/api';

register();
const require = createRequire(import.meta.url);
const { downloads } = require('../test/editor/places.ts');
const { writeSample } = require('../test/sample/sample.ts');
const { writeSampleSessions } = require('../test/sample/sessions.ts');
const { agentFolders } = require('../test/editor/inEditorTests.ts');

/** The folder of the sample workspace, written at the first use; deleting it brings back the original. */
export async function sampleFolder() {
  const folder = join(downloads, 'sample', 'harbor-tea');
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  await writeSample(unfinished);
  renameSync(unfinished, folder);
  return folder;
}

/** What makes the editor find the agents' sessions of the sample workspace, which are written at the first use. */
export async function sampleEnvironment() {
  const agents = join(downloads, 'sample', 'agents');
  if (!existsSync(agents)) writeSampleSessions(agents, await sampleFolder());
  return agentFolders(agents);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) console.log(await sampleFolder());

// A process that works with a project: notes again and again that it was opened in a folder.
import { systemClock } from '../../../src/disk/base/context.ts';
import { silentLog } from '../../../src/disk/base/core.ts';
import { projectOpened } from '../../../src/disk/projects/projectFolders.ts';

const [home = '', ...folders] = process.argv.slice(2);

void (async () => {
  let time = systemClock.now();
  // Each time a day later, so that each time something is written.
  const clock = { now: () => (time += 2 * 24 * 60 * 60 * 1_000) };
  const around = { machine: { home, env: {}, platform: process.platform }, clock, log: silentLog };
  for (let round = 0; round < 5; round++) for (const folder of folders) await projectOpened(around, folder);
})();

// Each run of the command line begins with this, so it loads nothing more unless there is something to write.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { launcherState, thisMachine } from '../disk/base/stateFolder.ts';

/**
 * Records the running version for the launcher if agents were connected before: that costs reading a small file.
 * Development builds, which lie beside their sources, are not recorded.
 */
export async function makeKnown(version: string, cli: string): Promise<void> {
  try {
    const machine = thisMachine();
    const file = join(launcherState(machine), 'installs');
    if (!statSync(file).isFile()) return; // a pipe would be waited for
    const installs = readFileSync(file, 'utf8');
    if (installs.includes(`${version}\t${cli}\t`)) return;
    if (existsSync(join(dirname(cli), '../src/cli/main.ts'))) return;
    const { updateLauncher } = await import('./launcher.ts');
    updateLauncher({ version, cli, runtime: process.execPath }, machine);
  } catch {
    // No agent was connected, there is no home folder, or this cannot be written: agents keep starting the recorded version.
  }
}

import { basename, join } from 'node:path';
import { existsSync } from 'node:fs';
import type { ConnectableAgent } from '../connect/agents.ts';
import { applyChange } from '../connect/apply.ts';
import { readConfig, writeConfig } from '../connect/configFile.ts';
import type { ConfigChange } from '../connect/drafts.ts';
import type { Around, Scope } from '../agents/profile/machine.ts';
import { connecting } from '../connect/plan.ts';
import { isoTime, StoreError } from '../disk/base/core.ts';
import { launcherState } from '../disk/base/stateFolder.ts';
import { text } from './findings.ts';
import type { BilingualText, CheckTarget, Repair } from './types.ts';
import { keepLauncher } from '../connect/launcher.ts';

/** Restores an agent's configuration. The previous files are copied to the person's state folder. */
export const reconnect = (
  agent: ConnectableAgent,
  what: { readonly scope: Scope; readonly hooks: boolean },
  around: Around,
  target: CheckTarget,
): Repair => ({
  offer: text('Connect it anew; a copy of the file as it is stays in your state folder.'),
  run: async (): Promise<BilingualText> => {
    ensureLauncher(target);
    const { changes, refusals } = await connecting([agent], what, around);
    const [refusal] = refusals;
    if (refusal) throw new StoreError('damaged', `${refusal.path} is left as it is: ${refusal.reason}`);
    const kept: string[] = [];
    for (const change of changes) {
      kept.push(...(await copyOf(change, kept.length, target)));
      await applyChange(change, around.machine);
    }
    if (kept.length === 0) return text('{0} is connected.', agent.label);
    const copies = kept.join(', ');
    return text('{0} is connected. As it was: {1}', agent.label, copies);
  },
});

/** Copies a file before it changes and returns the copy's path. */
async function copyOf(
  { path, before, after }: ConfigChange,
  number: number,
  { clock, machine }: CheckTarget,
): Promise<readonly string[]> {
  if (before === undefined || before === after) return [];
  const time = isoTime(clock.now()).replace(/[-:]|\.\d+/g, '');
  const copy = join(launcherState(machine), 'replaced', `${time}-${number}-${basename(path)}`);
  // A repeated attempt within the same second has made the same copy.
  if ((await readConfig(copy)) !== before) await writeConfig(copy, undefined, before);
  return [copy];
}

/**
 * Registers the running version with the launcher that agents start. Throws `not_found` if its program file is
 * missing.
 */
export function ensureLauncher({ version, cli, machine }: CheckTarget): void {
  if (!existsSync(cli)) throw new StoreError('not_found', `${cli} is not there. Install this version again.`);
  keepLauncher({ version, cli, runtime: process.execPath }, machine);
}

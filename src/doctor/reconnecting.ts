import { basename, join } from 'node:path';
import type { ConnectableAgent } from '../connect/agents.ts';
import { applyChange } from '../connect/apply.ts';
import { readConfig, writeConfig } from '../connect/configFile.ts';
import type { ConfigChange } from '../connect/drafts.ts';
import type { Around, Scope } from '../connect/machine.ts';
import { connecting } from '../connect/plan.ts';
import { isoTime, StoreError } from '../store/base/core.ts';
import { launcherState } from '../store/base/stateFolder.ts';
import { text } from './findings.ts';
import { launching } from './launching.ts';
import type { BilingualText, Patient, Repair } from './types.ts';

/** Writes what an agent needs as it should be. Each file is kept as it was in the person's own state folder. */
export const reconnecting = (
  agent: ConnectableAgent,
  what: { readonly scope: Scope; readonly hooks: boolean },
  around: Around,
  patient: Patient,
): Repair => ({
  offer: text(
    'Connect it anew; a copy of the file as it is stays in your state folder.',
    '重新连接；文件现状的副本保留在你的状态文件夹中。',
  ),
  run: async (): Promise<BilingualText> => {
    launching(patient);
    const { changes, refusals } = await connecting([agent], what, around);
    const [refusal] = refusals;
    if (refusal) throw new StoreError('damaged', `${refusal.path} is left as it is: ${refusal.reason}`);
    const kept: string[] = [];
    for (const change of changes) {
      kept.push(...(await copyOf(change, kept.length, patient)));
      await applyChange(change, around.machine);
    }
    const copies = kept.length === 0 ? '' : ` ${kept.join(', ')}`;
    return text(
      `${agent.label} is connected.${copies && ` As it was:${copies}`}`,
      `${agent.label} 已连接。${copies && `原文件：${copies}`}`,
    );
  },
});

/** Keeps a file that is about to change, and gives the path of the copy. */
async function copyOf(
  { path, before, after }: ConfigChange,
  number: number,
  { clock, machine }: Patient,
): Promise<readonly string[]> {
  if (before === undefined || before === after) return [];
  const time = isoTime(clock.now()).replace(/[-:]|\.\d+/g, '');
  const copy = join(launcherState(machine), 'replaced', `${time}-${number}-${basename(path)}`);
  // Another attempt within the same second has kept the same.
  if ((await readConfig(copy)) !== before) await writeConfig(copy, undefined, before);
  return [copy];
}

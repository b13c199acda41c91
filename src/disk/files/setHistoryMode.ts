import { join } from 'node:path';
import type { Clock } from '../base/context.ts';
import { isObject, type Log } from '../base/core.ts';
import { withStoreErrors } from './failure.ts';
import { ensureHistoryFolder, projectLock } from './historyFolder.ts';
import { historySwitch, settingsFile, type HistoryMode, type HistorySwitch } from './historySwitch.ts';
import { WrongContent } from './json.ts';
import { withLock } from './lock.ts';
import { hasHistory, historyFolder } from './projectHistory.ts';
import { updateJson } from './smallFile.ts';

/**
 * Writes what a person wants of a project into its settings, beside what else is there, and returns what counts now:
 * a file of the repository or a variable may be stricter.
 */
export async function setHistoryMode(
  project: string,
  mode: HistoryMode,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Promise<HistorySwitch> {
  if (mode !== 'return' || hasHistory(project))
    await withStoreErrors(async () => {
      const history = historyFolder(project);
      await ensureHistoryFolder(history);
      const file = join(history, settingsFile);
      await withLock(
        projectLock(history),
        (lease) => updateJson(file, fieldsOf, (fields = {}) => textOf(fields, mode), { lease, clock }),
        log,
      );
    });
  return historySwitch(project);
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  if (isObject(value)) return value;
  throw new WrongContent('not an object');
}

/** Settings with this mode, which is not named where it is the usual one. */
function textOf(fields: Readonly<Record<string, unknown>>, mode: HistoryMode): string {
  const others = Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'mode'));
  return `${JSON.stringify(mode === 'return' ? others : { mode, ...others }, undefined, 2)}\n`;
}

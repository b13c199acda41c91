// Contents of files before they were changed: the backup from which they are restored byte for byte.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../disk/base/core.ts';
import { launcherState } from '../disk/base/stateFolder.ts';
import { foreignTextNow } from '../disk/files/foreign.ts';
import { readConfig, writeConfig } from './configFile.ts';
import type { AgentMachine } from '../agents/profile/machine.ts';
import type { ConfigFormat, Item } from '../agents/profile/parts.ts';

/** The entry of a changed file. */
export interface Written {
  /** Its previous content, `null` if it did not exist. */
  readonly before: string | null;
  /** The digest of what was written. */
  readonly after: string;
  readonly format: ConfigFormat;
  /** The items written into it. */
  readonly items: readonly Item[];
  /** The outermost folder that was made for it. */
  readonly made?: string;
}

/** By the real path of the file. */
export type Journal = Readonly<Record<string, Written>>;

export const journalFile = (machine: AgentMachine): string =>
  join(launcherState(machine), 'connections.json');

export const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A journal that cannot be read counts as empty: files are then restored by removing what this product wrote. */
export function readJournal(machine: AgentMachine): Journal {
  try {
    const value: unknown = JSON.parse(foreignTextNow(journalFile(machine)) ?? '');
    if (!isObject(value)) return {};
    return Object.fromEntries(
      Object.entries(value).flatMap(([path, entry]) => {
        const written = writtenOf(entry);
        return written ? [[path, written] as const] : [];
      }),
    );
  } catch {
    return {};
  }
}

/** Writes the entry of one file, undefined to remove it. */
export async function noteWritten(
  machine: AgentMachine,
  path: string,
  written: Written | undefined,
): Promise<void> {
  const known = readJournal(machine);
  if (written === undefined && known[path] === undefined) return;
  const others = Object.fromEntries(Object.entries(known).filter(([other]) => other !== path));
  const journal = written === undefined ? others : { ...others, [path]: written };
  fs.mkdirSync(launcherState(machine), { recursive: true, mode: 0o700 });
  const file = journalFile(machine);
  await writeConfig(file, await readConfig(file), `${JSON.stringify(journal, undefined, 1)}\n`);
}

const formats: readonly ConfigFormat[] = ['jsonc', 'toml', 'yaml', 'text'];
const itemKinds: readonly Item['kind'][] = ['entry', 'element', 'default', 'head', 'block', 'setting'];

function writtenOf(entry: unknown): Written | undefined {
  if (!isObject(entry)) return undefined;
  const { before, after, items, made } = entry;
  const format = formats.find((known) => known === (entry.format ?? 'jsonc'));
  if ((before !== null && typeof before !== 'string') || typeof after !== 'string' || !format)
    return undefined;
  return {
    before,
    after,
    format,
    items: Array.isArray(items) ? items.flatMap(itemOf) : [],
    ...(typeof made === 'string' && { made }),
  };
}

function itemOf(value: unknown): readonly Item[] {
  if (!isObject(value) || !Array.isArray(value.path)) return [];
  const kind = itemKinds.find((known) => known === value.kind);
  const path = value.path.filter((key): key is string => typeof key === 'string');
  if (kind === undefined) return [];
  return [{ kind, path, ...(typeof value.named === 'string' && { named: value.named }) }];
}

/** Whether two items have the same position. */
export const isSameItem = (a: Item, b: Item): boolean =>
  a.kind === b.kind && a.path.join('\0') === b.path.join('\0') && a.named === b.named;

import { join } from 'node:path';
import { statsAhead } from '../../disk/files/fingerprint.ts';
import { entriesOf } from '../../disk/files/folders.ts';
import { diskKinds, type DiskUse } from './types.ts';

type Kind = DiskUse['kind'];

/** Kinds of files by their path in the history, with `/`; the first match wins. */
const kinds: readonly (readonly [RegExp, Kind])[] = [
  [/\.damaged-[\dTZ-]+$/, 'damaged'],
  [/^\.index\//, 'index'],
  [/^\.trash\//, 'trash'],
  [/^\.conversations\/raw\//, 'transcripts'],
  [/^\.conversations\//, 'archives'],
  [/^\.sessions\//, 'recordings'],
  [/^\.memory\//, 'memories'],
  [/^\.|^[^/]+$/, 'other'],
  [/^[^/]+\/backups\//, 'backups'],
  [/^[^/]+\/contexts\//, 'contexts'],
  [/^/, 'dialogs'],
];

const canGo: ReadonlySet<Kind> = new Set(['index', 'trash', 'backups', 'damaged']);

/** Returns the disk space of a history by kind, without empty kinds. */
export async function diskUse(history: string): Promise<readonly DiskUse[]> {
  const bytes = new Map<Kind, number>();
  for await (const [{ name }, stat] of statsAhead(filesBelow(history, ''))) {
    const [, kind = 'other'] = kinds.find(([pattern]) => pattern.test(name)) ?? [];
    const size = await stat.then(
      (found) => found.size,
      () => 0, // a deleted file takes no space
    );
    bytes.set(kind, (bytes.get(kind) ?? 0) + size);
  }
  return diskKinds.flatMap((kind) => {
    const size = bytes.get(kind) ?? 0;
    return size === 0 ? [] : [{ kind, bytes: size, canGo: canGo.has(kind) }];
  });
}

async function* filesBelow(
  folder: string,
  below: string,
): AsyncGenerator<{ readonly path: string; readonly name: string }> {
  for (const entry of (await entriesOf(folder)) ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path, `${below}${entry.name}/`);
    else if (entry.isFile()) yield { path, name: below + entry.name };
  }
}

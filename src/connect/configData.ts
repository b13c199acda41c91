import { isObject } from '../store/base/core.ts';
import { readConfig } from './configFile.ts';
import type { ConfigFormat } from './formats/parts.ts';

/** What a configuration holds; nothing where there is none, or none that can be read. */
export async function configData(
  path: string,
  format: ConfigFormat = 'jsonc',
): Promise<Readonly<Record<string, unknown>>> {
  const { itemIn } = await import('./formats.ts');
  try {
    const data = itemIn(format, (await readConfig(path)) ?? '', { kind: 'entry', path: [] });
    return isObject(data) ? data : {};
  } catch {
    return {}; // whoever needs the file for more tells that it cannot be read
  }
}

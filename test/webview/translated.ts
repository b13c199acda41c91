import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dialogPaneStrings, type DialogPaneStrings } from '../../src/protocol/dialogPaneStrings.ts';
import { projectRoot } from '../editor/places.ts';

/** The pane's texts in Simplified Chinese, from the bundle the product ships. */
export async function translated(): Promise<DialogPaneStrings> {
  const file = join(projectRoot, 'l10n/bundle.l10n.zh-cn.json');
  const bundle = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
  const texts = Object.entries(dialogPaneStrings).map(([key, text]) => [key, bundle[text] ?? text]);
  return { ...dialogPaneStrings, ...(Object.fromEntries(texts) as Partial<DialogPaneStrings>) };
}

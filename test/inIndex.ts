import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Path in a history's `.index/` of what is derived under a name, whatever the number of its form is. */
export function inIndex(history: string, name: string): string {
  const index = join(history, '.index');
  const isForm = new RegExp(`^${name}\\.\\d+(?:\\.log)?$`);
  return join(index, names(index).find((each) => isForm.test(each)) ?? name);
}

function names(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // nothing was derived yet
  }
}

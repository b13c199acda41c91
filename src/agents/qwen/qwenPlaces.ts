import { join } from 'node:path';
import { homeOf, type Places } from '../profile/machine.ts';
import { textOf } from '../reading/fields.ts';

/** Folder with a folder for each project. */
export const qwenProjects = (places: Places): string => {
  const home = homeOf(places, 'QWEN_HOME', '.qwen');
  return join(textOf(places.env.QWEN_RUNTIME_DIR) ?? home, 'projects');
};

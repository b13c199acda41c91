import { join } from 'node:path';
import { homeOf, type Places } from '../profile/machine.ts';
import { textOf } from '../reading/fields.ts';

/** Folder of what Qwen Code writes while it runs. */
export const qwenRuntime = (places: Places): string =>
  textOf(places.env.QWEN_RUNTIME_DIR) ?? homeOf(places, 'QWEN_HOME', '.qwen');

/** Folder with a folder for each project. */
export const qwenProjects = (places: Places): string => join(qwenRuntime(places), 'projects');

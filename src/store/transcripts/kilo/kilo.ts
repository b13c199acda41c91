import { taskAgent } from '../cline/clineTasks.ts';

/** Kilo Code in VS Code, before its version that is made of opencode. */
export const kilo = taskAgent({ id: 'kilo', label: 'Kilo Code', extension: 'kilocode.kilo-code' });

import { taskAgent } from '../cline/clineTasks.ts';

/** Roo Code in VS Code. */
export const roo = taskAgent({ id: 'roo', extension: 'rooveterinaryinc.roo-cline' });

import { join } from 'node:path';

/** The history folder of a project. */
export const historyFolder = (projectRoot: string): string => join(projectRoot, '.chat-history');

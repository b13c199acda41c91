import { join } from 'node:path';

/** What the history folder of every project is called. */
export const historyFolderName = '.chat-history';

/** The history folder of a project. */
export const historyFolder = (projectRoot: string): string => join(projectRoot, historyFolderName);

import { join, resolve } from 'node:path';

/** The folder of the repository. */
export const projectRoot = resolve(__dirname, '../..');

/** Everything that is fetched to run the product and its tests; git-ignored, and deleting it loses nothing. */
export const downloads = join(projectRoot, '.vscode-test');

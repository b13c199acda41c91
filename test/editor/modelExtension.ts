import { join } from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { projectRoot } from './places.ts';

/** The extension that offers tests a language model. */
export const modelExtension = join(projectRoot, 'test/editor/model');

/** Packs it, for an editor that runs one extension from its source folder only. */
export async function packModelExtension(folder: string): Promise<string> {
  const packagePath = join(folder, 'model-of-tests.vsix');
  await createVSIX({
    cwd: modelExtension,
    packagePath,
    dependencies: false,
    allowMissingRepository: true,
    skipLicense: true,
  });
  return packagePath;
}

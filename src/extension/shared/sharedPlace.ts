import { join } from 'node:path';
import { Uri, ViewColumn, window } from 'vscode';
import { sharedFolder } from '../../store/shared/types.ts';
import type { OpenPlace } from '../base/place.ts';

/** Opens the file of something shared: it is what others see, and where it is edited. */
export const openSharedPlace: OpenPlace = async ({ project, reference }, { preserveFocus, beside }) => {
  const { file } = await project.shared.get(reference.entry ?? reference.name);
  const uri = Uri.file(join(project.folder, sharedFolder, file));
  await window.showTextDocument(uri, {
    preserveFocus,
    preview: true,
    ...(beside && { viewColumn: ViewColumn.Beside }),
  });
};

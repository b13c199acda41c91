import { StoreError } from '../../disk/base/core.ts';
import { gone, type OpenPlace } from '../base/place.ts';
import type { Project } from '../base/project.ts';
import { activeId, type ContextTarget } from './contextTarget.ts';
import type { ContextServices } from './pickContext.ts';

/** Opens turns of contexts. The name is the id of an archived context or, for an active one, its dialog's name. */
export const openContextPlace =
  (contextPanes: ContextServices['contextPanes']): OpenPlace =>
  async ({ project, reference }, options) => {
    const target = await contextNamed(project, reference.name);
    const { entry = '' } = reference;
    const ts = /^\d+$/.test(entry) ? Number(entry) : undefined;
    contextPanes.open(target, { ...options, ts });
  };

async function contextNamed(project: Project, name: string): Promise<ContextTarget> {
  try {
    const { dialog } = await project.contexts.get(name);
    return { project, dialog, contextId: name };
  } catch (error) {
    if (!(error instanceof StoreError) || !['not_found', 'invalid_argument'].includes(error.code))
      throw error;
  }
  if ((await project.dialogs.overview(name)) === undefined) throw gone();
  return { project, dialog: name, contextId: activeId };
}

import { parseReference } from '../../find/search/reference.ts';
import { gone, type OpenOptions, type OpenPlace } from '../base/place.ts';
import type { FoundInProject } from './findEverywhere.ts';

/** What opening results requires. */
interface FindingServices {
  readonly openPlace: OpenPlace;
}

/** Opens a result at its location and highlights the matches. */
export async function openFinding(
  { openPlace }: FindingServices,
  { project, hit, inHub }: FoundInProject,
  options: OpenOptions,
): Promise<void> {
  if (inHub) {
    const { openInHub } = await import('../hub/openInHub.ts');
    return openInHub(
      openPlace,
      { project, ...inHub, dialog: hit.dialog, title: hit.title, ts: hit.ts, light: hit.words },
      options,
    );
  }
  const reference = parseReference(hit.reference);
  if (reference === undefined) throw gone();
  return openPlace({ project, reference, position: hit.position }, { ...options, light: hit.words });
}

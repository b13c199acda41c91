import { parseReference } from '../../store/search/reference.ts';
import { gone, type OpenOptions, type OpenPlace } from '../base/place.ts';
import type { FoundInProject } from './findEverywhere.ts';

/** Opens a result where it is, with what was found lit up. */
export function openFinding(
  openPlace: OpenPlace,
  { project, hit }: FoundInProject,
  options: OpenOptions,
): Promise<void> {
  const reference = parseReference(hit.reference);
  if (reference === undefined) return Promise.reject(gone());
  return openPlace({ project, reference, position: hit.position }, { ...options, light: hit.words });
}

import { StoreError } from '../../store/base/errors.ts';

/** The summary an agent gives of an archived context, refused when it says nothing. */
export function readContextSummary(given: string): string {
  if (given.trim() !== '') return given;
  throw new StoreError(
    'invalid_argument',
    'summary is empty; give a few sentences: what was decided, what is done, what is open.',
    { arguments: ['summary'] },
  );
}

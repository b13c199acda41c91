import { hubVariable } from '../store/base/context.ts';
import { StoreError } from '../store/base/core.ts';

/** A project of a hub that is answered from, as it was given: what is wrong with it the hub's own code tells. */
export interface HubChoice {
  /** With the password. */
  readonly url: string;
  readonly project: string;
}

/** What `--hub` and `--project` say; undefined without either. Throws a `StoreError` for one without the other. */
export function hubChoice(
  {
    hub,
    project,
    root,
  }: {
    readonly hub?: string | undefined;
    readonly project?: string | undefined;
    readonly root?: readonly string[] | undefined;
  },
  env: Readonly<Record<string, string | undefined>>,
): HubChoice | undefined {
  if (hub === undefined && project === undefined) return undefined;
  const url = hub ?? env[hubVariable]?.trim() ?? '';
  if (url === '')
    throw invalid(`--project is answered from a hub: give its address with --hub or ${hubVariable}.`);
  if (project === undefined || project === '')
    throw invalid(
      '--hub says where the history is, but not of which project: give the id that mcp-history-store team status tells with --project.',
    );
  if (root !== undefined)
    throw invalid('--root is a folder of this machine, --hub answers without any: leave one of them out.');
  return { url, project };
}

const invalid = (message: string): StoreError => new StoreError('invalid_argument', message);

import { hubVariable } from '../disk/base/context.ts';
import { StoreError } from '../disk/base/core.ts';

/** The hub's project to answer from, not yet validated. */
export interface HubChoice {
  /** Includes the password. */
  readonly url: string;
  readonly project: string;
}

/** Reads `--hub` and `--project`; undefined without both. Throws a `StoreError` for one without the other. */
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

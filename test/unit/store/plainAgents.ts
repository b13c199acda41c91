import type { Agent } from '../../../src/store/transcripts/shared/types.ts';
import { iso } from './machine.ts';
import { jsonLines } from './reading.ts';

/** Where a session is to be. */
export interface Stay {
  /** The folder it ran in. */
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
}

/** The files of a session in which the person says `text`, by their paths below home; the transcript comes first. */
export type Written = (text: string, stay: Stay) => readonly (readonly [path: string, content: string])[];

const slug = (cwd: string): string => cwd.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');

const text = (words: string) => [{ type: 'text', text: words }];

/** A small session of each agent that keeps plain files, as real ones are. */
export const plainAgents = {
  cursor: (said, { cwd }) => [
    [
      `.cursor/projects/${slug(cwd)}/agent-transcripts/c-1/c-1.jsonl`,
      jsonLines([
        { role: 'user', message: { content: text(`<user_query>\n${said}\n</user_query>`) } },
        { role: 'assistant', message: { content: text('ok') } },
        { type: 'turn_ended', status: 'success' },
      ]),
    ],
    [
      `.cursor/projects/${slug(cwd)}/.workspace-trusted`,
      JSON.stringify({ trustedAt: iso(0), workspacePath: cwd }),
    ],
  ],
} satisfies Partial<Record<Agent, Written>>;

/** The same as forms of transcripts. */
export const plainForm =
  (written: Written) =>
  (said: string): readonly string[] =>
    written(said, { cwd: '/code/shop', platform: 'linux' })
      .slice(0, 1)
      .map(([, content]) => content);

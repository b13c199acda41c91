import { jsonLine } from '../../disk/text/containText.ts';
import type { Say } from '../../disk/base/texts.ts';

/** The texts of the prompts about memories. */
export interface MemoryTexts {
  readonly review: (time: string, focus: string | undefined) => string;
  readonly analyse: (total: number) => string;
  readonly export: (format: string) => string;
  readonly cleanUp: (groups: number, olderThan: string | undefined) => string;
  readonly learn: (tag: string) => string;
  readonly questions: string;
  readonly none: string;
  readonly more: (count: number) => string;
}

/** Creates the texts in a language. */
export const memoryTexts = (say: Say): MemoryTexts => ({
  review: (time, focus) =>
    focus === undefined
      ? say(
          'Review these memories of {0}. Say what matters in them, which are out of date or say the same (delete_memory), and which tags would help to find them (update_memory_metadata). Ask before you delete.',
          time,
        )
      : say(
          'Review these memories of {0}, above all about {1}. Say what matters in them, which are out of date or say the same (delete_memory), and which tags would help to find them (update_memory_metadata). Ask before you delete.',
          time,
          focus,
        ),
  analyse: (total) => say('Find patterns, themes and gaps in these {0} memories.', total),
  export: (format) => say('The memories as {0}:', format),
  cleanUp: (groups, olderThan) =>
    olderThan === undefined
      ? say(
          'Clean up the memories of this project. {0} groups of them say nearly the same (below). First call memory_cleanup, which only tells what it would do; show that to the user, and with consent call it with dry_run=false.',
          groups,
        )
      : say(
          'Clean up the memories of this project. {0} groups of them say nearly the same (below). Look also at what is older than {1}. First call memory_cleanup with older_than {2}, which only tells what it would do; show that to the user, and with consent call it with dry_run=false.',
          groups,
          olderThan,
          jsonLine(olderThan),
        ),
  learn: (tag) =>
    say(
      'Store this note with store_memory, memory_type "learning", tags ["learning", {0}]; complete it where you know more.',
      jsonLine(tag),
    ),
  questions: say('## Open questions'),
  none: say('There are no memories of this kind.'),
  more: (count) => say('… and {0} more: find them with retrieve_memory or search_by_tag.', count),
});

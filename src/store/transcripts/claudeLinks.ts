/**
 * What is remembered of a line to find its place in the conversation. Everything is told by number, for a long
 * transcript has hundreds of thousands of lines.
 */
export interface Link {
  /** Number of the line among those that could be read. */
  readonly at: number;
  /**
   * The line it follows: its number, or its uuid while that has not come up. Null at a root; undefined when the line
   * names none, and then it follows the line before it.
   */
  readonly parent: number | string | null | undefined;
  readonly kind: 'prompt' | 'answer' | 'results' | 'boundary' | 'summary' | 'other';
  readonly session: number;
  /** Lines of one answer share it. */
  readonly answer: number | undefined;
  /** Tools an answer calls. */
  readonly uses: readonly number[];
  /** Calls whose results the line holds, in its order. */
  readonly results: readonly number[];
  /** On a boundary: the uuids of messages the agent kept through the compaction. */
  readonly preserved: readonly string[];
  /** On a prompt: what would be the title of a session that begins with it. */
  readonly title: string | undefined;
}

/** The number of the line with a uuid. */
export type FindLine = (uuid: string) => number | undefined;

/** The lines of a conversation that belong to it in the end. */
export interface Flow {
  /** In the order of the file. */
  readonly links: readonly Link[];
  /** Messages of branches the person left by rewinding. */
  readonly rewound: number;
}

/**
 * The conversation that leads to the newest line. Every line names the one it follows; a rewind makes two lines
 * follow the same one, and only the branch with the newest line counts. Parallel tool calls look like branches
 * too: the pieces of an answer and the results of its calls stay with it wherever they hang.
 */
export function flowOf(links: readonly Link[], find: FindLine): Flow {
  const path = pathToNewest(links, find);
  const answers = new Set<number>();
  const calls = new Set<number>();
  for (const link of links) if (path.has(link.at) && link.answer !== undefined) answers.add(link.answer);
  const kept = new Set<number>();
  for (const link of links) {
    const piece = link.answer !== undefined && answers.has(link.answer);
    const result = link.results.some((id) => calls.has(id));
    if (!path.has(link.at) && !piece && !result) continue;
    kept.add(link.at);
    for (const id of link.uses) calls.add(id);
  }
  keepBoundaries(links, kept, find);
  return { links: links.filter((link) => kept.has(link.at)), rewound: countRewound(links, kept) };
}

/** The numbers of the lines from the root to the newest one. */
function pathToNewest(links: readonly Link[], find: FindLine): ReadonlySet<number> {
  const places = new Map(links.map((link, place) => [link.at, place]));
  const path = new Set<number>();
  let place: number | undefined = links.findLastIndex((link) => link.kind !== 'other');
  if (place === -1) place = links.length - 1;
  for (let link = links[place]; link && !path.has(link.at); link = links[place]) {
    path.add(link.at);
    const parent = parentOf(link, links[place - 1], path, find);
    place = parent === undefined ? -1 : parent === 'before' ? place - 1 : (places.get(parent) ?? place - 1);
  }
  return path;
}

function parentOf(
  link: Link,
  before: Link | undefined,
  path: ReadonlySet<number>,
  find: FindLine,
): number | 'before' | undefined {
  // Only a prompt says that the person began anew. A compaction starts a new tree but no new conversation, and so
  // do hooks that run when a session is resumed, and lines taken over from another session.
  if (link.parent === null)
    return link.kind === 'prompt' && before?.session === link.session ? undefined : 'before';
  const parent = typeof link.parent === 'string' ? find(link.parent) : link.parent;
  // The line it followed could not be read, or was kept through the compaction and comes after the boundary.
  if (parent === undefined || (link.kind === 'boundary' && path.has(parent))) return 'before';
  return parent;
}

/** Messages kept through a compaction still follow what they followed, past the boundary: it belongs here even so. */
function keepBoundaries(links: readonly Link[], kept: Set<number>, find: FindLine): void {
  const isKept = (line: Link['parent']) => {
    const at = typeof line === 'string' ? find(line) : line;
    return typeof at === 'number' && kept.has(at);
  };
  for (const link of links)
    if (
      (link.kind === 'boundary' && link.preserved.some(isKept)) ||
      (link.kind === 'summary' && isKept(link.parent))
    )
      kept.add(link.at);
}

function countRewound(links: readonly Link[], kept: ReadonlySet<number>): number {
  const answers = new Set<number>();
  let count = 0;
  for (const link of links) {
    if (kept.has(link.at) || (link.kind !== 'prompt' && link.kind !== 'answer')) continue;
    if (link.answer === undefined) count++;
    else answers.add(link.answer);
  }
  return count + answers.size;
}

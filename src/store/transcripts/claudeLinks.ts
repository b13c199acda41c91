/** What is remembered of a line to find its place in the conversation. */
export interface Link {
  /** Number of the line among those that could be read. */
  readonly at: number;
  /** Undefined on lines of programs that write none. */
  readonly uuid: string | undefined;
  /** Null at a root; undefined when the line names none, and then it follows the line before it. */
  readonly parent: string | null | undefined;
  readonly sessionId: string | undefined;
  readonly kind: 'prompt' | 'answer' | 'results' | 'boundary' | 'summary' | 'other';
  /** Lines of one answer share it. */
  readonly messageId?: string | undefined;
  /** Tools an answer calls. */
  readonly uses: readonly string[];
  /** Calls whose results the line holds. */
  readonly results: readonly string[];
  /** On a boundary: the messages the agent kept through the compaction. */
  readonly preserved?: readonly string[];
  /** On a prompt: what would be the title of a session that begins with it. */
  readonly title?: string | undefined;
}

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
export function flowOf(links: readonly Link[]): Flow {
  const path = pathToNewest(links);
  const answers = new Set<string>();
  const calls = new Set<string>();
  for (const link of links) if (path.has(link) && link.messageId !== undefined) answers.add(link.messageId);
  const kept = new Set<Link>();
  for (const link of links) {
    const piece = link.messageId !== undefined && answers.has(link.messageId);
    const result = link.results.some((id) => calls.has(id));
    if (!path.has(link) && !piece && !result) continue;
    kept.add(link);
    for (const id of link.uses) calls.add(id);
  }
  keepBoundaries(links, kept);
  return { links: links.filter((link) => kept.has(link)), rewound: countRewound(links, kept) };
}

function pathToNewest(links: readonly Link[]): ReadonlySet<Link> {
  const places = new Map(links.map((link, place) => [link, place]));
  const byUuid = new Map<string, Link>();
  for (const link of links) if (link.uuid !== undefined) byUuid.set(link.uuid, link);
  const path = new Set<Link>();
  let current = links.findLast((link) => link.kind !== 'other') ?? links.at(-1);
  while (current && !path.has(current)) {
    path.add(current);
    const before = links[(places.get(current) ?? 0) - 1];
    current = parentOf(current, before, byUuid, path);
  }
  return path;
}

function parentOf(
  link: Link,
  before: Link | undefined,
  byUuid: ReadonlyMap<string, Link>,
  path: ReadonlySet<Link>,
): Link | undefined {
  if (link.parent === undefined) return before;
  if (link.parent === null) {
    // Only a prompt says that the person began anew. A compaction starts a new tree but no new conversation, and so
    // do hooks that run when a session is resumed, and lines taken over from another session.
    const begins = link.kind === 'prompt' && before?.sessionId === link.sessionId;
    return begins ? undefined : before;
  }
  const parent = byUuid.get(link.parent);
  // The line it followed could not be read, or was kept through the compaction and comes after the boundary.
  if (!parent || (link.kind === 'boundary' && path.has(parent))) return before;
  return parent;
}

/** Messages kept through a compaction still follow what they followed, past the boundary: it belongs here even so. */
function keepBoundaries(links: readonly Link[], kept: Set<Link>): void {
  const uuids = new Set<string>();
  for (const link of kept) if (link.uuid !== undefined) uuids.add(link.uuid);
  for (const link of links) {
    const parentKept = typeof link.parent === 'string' && uuids.has(link.parent);
    const bypassed = link.kind === 'boundary' && link.preserved?.some((uuid) => uuids.has(uuid)) === true;
    if (!bypassed && !(link.kind === 'summary' && parentKept)) continue;
    kept.add(link);
    if (link.uuid !== undefined) uuids.add(link.uuid);
  }
}

function countRewound(links: readonly Link[], kept: ReadonlySet<Link>): number {
  const answers = new Set<string>();
  let count = 0;
  for (const link of links) {
    if (kept.has(link) || (link.kind !== 'prompt' && link.kind !== 'answer')) continue;
    if (link.messageId === undefined) count++;
    else answers.add(link.messageId);
  }
  return count + answers.size;
}

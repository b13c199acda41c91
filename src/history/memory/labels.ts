import { quotable } from '../../disk/text/containText.ts';
import { isDeeperThan, isObject, type JsonObject, type JsonValue } from '../../disk/base/core.ts';
import { listIn, separators } from './listText.ts';

/*
 * Tags and types wherever clients put them: beside the content or in the metadata, as lists, texts, lists within texts.
 * Storing, updating and importing read them here.
 */

/** Tags as given, and what of them is none. */
export interface GivenTags {
  readonly tags: readonly string[];
  readonly left: readonly unknown[];
}

/** Lists within lists beyond this depth are no tags. */
const maxDepth = 5;

/** Reads tags from a list, a text, a number, or lists of these, within each other or written in a text. */
export function givenTags(value: unknown): GivenTags {
  if (value === undefined || value === null) return { tags: [], left: [] };
  if (isDeeperThan(value, maxDepth)) return { tags: [], left: [value] };
  const list = typeof value === 'string' ? listOf(value) : undefined;
  if (typeof value === 'string' && list === undefined) return { tags: value.split(separators), left: [] };
  const items = (list ?? [value]).flatMap(flatItems);
  return {
    tags: items.flatMap((item) => (isTag(item) ? String(item) : [])),
    left: items.filter((item) => !isTag(item) && item !== null),
  };
}

/** Reads the tags of a value, without what is none. */
export const parseTags = (value: unknown): readonly string[] => givenTags(value).tags;

const isTag = (item: unknown): boolean => typeof item === 'string' || typeof item === 'number';

/** Flattens lists, and those written in texts. */
function flatItems(item: unknown): readonly unknown[] {
  const list = Array.isArray(item) ? item : typeof item === 'string' ? listOf(item) : undefined;
  return list === undefined ? [item] : list.flatMap(flatItems);
}

/** Parses a text as a list; undefined for other texts, as a tag may also begin with a bracket. */
function listOf(text: string): readonly unknown[] | undefined {
  const list = listIn(text);
  return list !== undefined && !isDeeperThan(list, maxDepth) ? list : undefined;
}

/** A sentence about what of given tags is none; undefined where everything is one. */
export const leftTags = (left: readonly unknown[]): string | undefined =>
  left.length === 0 ? undefined : `left out of the tags: ${left.slice(0, 5).map(shown).join(', ')}`;

const shown = (value: unknown): string => quotable(JSON.stringify(value), 60);

/** Where a client may have put the labels of a memory. */
export interface LabelledFields {
  readonly tags?: unknown;
  /** From the most to the least explicit one. */
  readonly types: readonly unknown[];
  readonly metadata: JsonObject;
}

/** The labels of a memory, and the metadata without them. */
export interface Labels extends GivenTags {
  readonly type: string | undefined;
  readonly metadata: JsonObject;
  /** Whether tags were given, maybe none. */
  readonly hasTags: boolean;
}

/** Finds the labels of a memory in its fields and its metadata. */
export function labelsIn({ tags, types, metadata }: LabelledFields): Labels {
  const { tags: inside, memory_type: typeInside, type: kindInside, ...rest } = metadata;
  const [outer, inner] = [givenTags(tags), givenTags(isTagForm(inside) ? inside : undefined)];
  const type = [...types, typeInside, kindInside].find(isText);
  const isOther = (value: unknown): boolean => value !== undefined && value !== type;
  return {
    tags: [...outer.tags, ...inner.tags],
    left: [...outer.left, ...inner.left],
    hasTags: tags !== undefined || (inside !== undefined && isTagForm(inside)),
    type,
    metadata: {
      ...rest,
      ...kept('tags', inside, !isTagForm(inside)),
      ...kept('memory_type', typeInside, isOther(typeInside)),
      ...kept('type', kindInside, isOther(kindInside)),
    },
  };
}

const kept = (name: string, value: JsonValue | undefined, isKept: boolean): JsonObject =>
  value !== undefined && isKept ? { [name]: value } : {};

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** Reports whether a value in metadata is in a form of tags, rather than something else of that name. */
const isTagForm = (value: unknown): boolean =>
  value !== undefined && value !== null && typeof value !== 'boolean' && !isObject(value);

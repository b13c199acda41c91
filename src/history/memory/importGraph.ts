import { defined, isObject } from '../../disk/base/core.ts';
import { timeAmong, unreadTime } from './importTimes.ts';
import type { NewMemory } from './types.ts';

type GraphFields = Readonly<Record<string, unknown>>;

/** Reports whether a value is an entity or a relation of the reference memory server; older files have no `type`. */
export function isGraphLine(value: unknown): boolean {
  if (!isObject(value) || 'content' in value) return false;
  return value.type === 'entity' || value.type === 'relation' || isEntity(value) || isRelation(value);
}

const isEntity = ({ name, entityType, observations }: GraphFields): boolean =>
  typeof name === 'string' &&
  (isObservations(observations) || (isMissing(observations) && typeof entityType === 'string'));

/** Reports whether a value is observations: a list, or a single one. */
const isObservations = (value: unknown): boolean => Array.isArray(value) || typeof value === 'string';

const isMissing = (value: unknown): boolean => value === undefined || value === null;

const isRelation = ({ from, to, relationType }: GraphFields): boolean =>
  [from, to, relationType].every((field) => typeof field === 'string');

/**
 * Converts an entity or a relation of a knowledge graph to memories with the names in their metadata, one for each
 * observation; an invalid one becomes the reason. An entity without observations becomes a memory as well.
 */
export function graphMemories(line: unknown, index: number): readonly (NewMemory | string)[] {
  const unreadable = [`line ${index + 1} is neither an entity nor a relation`];
  if (!isObject(line)) return unreadable;
  return entityMemories(line, index) ?? relationMemory(line) ?? unreadable;
}

function entityMemories(line: GraphFields, index: number): readonly (NewMemory | string)[] | undefined {
  const { name, entityType, observations } = line;
  const isOne = isObservations(observations) || isMissing(observations);
  if (typeof name !== 'string' || name.trim() === '' || !isOne) return undefined;
  const typed = typeof entityType === 'string' ? entityType : undefined;
  const about = {
    tags: typed === undefined ? [name] : [name, typed],
    metadata: { entity: name, ...defined({ entityType: typed }) },
  };
  const facts: readonly unknown[] = Array.isArray(observations) ? observations : [observations ?? ''];
  const found = facts.flatMap((fact): (NewMemory | string)[] => {
    const { text, createdAt, unreadable } = observationOf(fact);
    if (text === undefined)
      return [`line ${index + 1} has an observation of ${JSON.stringify(name)} without text`];
    if (text.trim() === '') return [];
    const content = `${name}: ${text}`;
    const memory = { ...about, content, type: 'observation', ...defined({ createdAt }) };
    return unreadable === undefined ? [memory] : [memory, `line ${index + 1}: ${unreadTime(unreadable)}`];
  });
  if (found.length > 0) return found;
  return [{ ...about, content: typed === undefined ? name : `${name} (${typed})`, type: 'entity' }];
}

interface Observation {
  readonly text?: string;
  readonly createdAt?: number;
  /** What is in place of a time. */
  readonly unreadable?: unknown;
}

/** Parses an observation: text, or an object with text and time as in variants of the server. */
function observationOf(fact: unknown): Observation {
  if (typeof fact === 'string') return { text: fact };
  if (!isObject(fact)) return {};
  const text = [fact.text, fact.content, fact.observation].find((field) => typeof field === 'string');
  const { ms: createdAt, unreadable } = timeAmong([fact.timestamp, fact.created_at, fact.createdAt]);
  return {
    ...(typeof text === 'string' && { text }),
    ...defined({ createdAt }),
    unreadable,
  };
}

function relationMemory(line: GraphFields): readonly NewMemory[] | undefined {
  const { from, to, relationType } = line;
  if (typeof from !== 'string' || typeof to !== 'string' || typeof relationType !== 'string')
    return undefined;
  const content = `${from} ${relationType} ${to}`;
  return [{ content, tags: [from, to], type: 'relation', metadata: { from, relationType, to } }];
}

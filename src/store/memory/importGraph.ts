import { isObject } from '../json.ts';
import type { NewMemory } from './types.ts';

/** Whether this is a line of the reference memory server's file: `{"type":"entity",…}` or `{"type":"relation",…}`. */
export function isGraphLine(value: unknown): boolean {
  return isObject(value) && (value.type === 'entity' || value.type === 'relation') && !('content' in value);
}

/**
 * Each observation and each relation of a knowledge graph as a memory of its own, because each is a fact of its own;
 * the metadata keeps the names. An entity without observations is one, too.
 */
export function graphMemories(lines: readonly unknown[]): readonly (NewMemory | string)[] {
  return lines.flatMap((line, index): readonly (NewMemory | string)[] => {
    const unreadable = [`line ${index + 1} is neither an entity nor a relation`];
    if (!isObject(line)) return unreadable;
    return entityMemories(line) ?? relationMemory(line) ?? unreadable;
  });
}

function entityMemories(line: Readonly<Record<string, unknown>>): readonly NewMemory[] | undefined {
  const { name, entityType, observations } = line;
  if (typeof name !== 'string' || typeof entityType !== 'string' || !Array.isArray(observations))
    return undefined;
  const about = { tags: [name, entityType], metadata: { entity: name, entityType } };
  const facts = observations.filter((fact) => typeof fact === 'string').filter((fact) => fact.trim() !== '');
  if (facts.length === 0) return [{ ...about, content: `${name} (${entityType})`, type: 'entity' }];
  return facts.map((fact) => ({ ...about, content: `${name}: ${fact}`, type: 'observation' }));
}

function relationMemory(line: Readonly<Record<string, unknown>>): readonly NewMemory[] | undefined {
  const { from, to, relationType } = line;
  if (typeof from !== 'string' || typeof to !== 'string' || typeof relationType !== 'string')
    return undefined;
  const content = `${from} ${relationType} ${to}`;
  return [{ content, tags: [from, to], type: 'relation', metadata: { from, relationType, to } }];
}

import { agentIdOf, profileOf } from '../../agents/agents.ts';
import { isNamed, type NameFilter, type When } from './filters.ts';
import { readQuery, type Query } from './query.ts';
import type { TextIndex } from './textIndex.ts';

interface Asked {
  readonly query: string;
  readonly when: When;
  /** Whether quoted texts must occur. */
  readonly withPhrases: boolean;
}

/** Reads a query for an index: `tag:x` is a filter where something has such a tag, else text; likewise other names. */
export function queryIn(index: TextIndex, { query: text, when, withPhrases }: Asked): Query {
  const query = readQuery(text, when, (key, { name, whole }) => {
    if (key === 'agent') return profileOf(name) !== undefined || hasAgent(index, { name, whole });
    if (key === 'author') return hasAgent(index, { name, whole });
    return index.items().some(({ dialog, tags, entries }) => {
      if (entries.length === 0) return false;
      return isNamed(key === 'dialog' ? dialog : tags, [{ name, whole }]);
    });
  });
  return withAgentIds(withPhrases ? query : { ...query, phrases: [] });
}

const hasAgent = ({ agents }: TextIndex, name: NameFilter): boolean => isNamed(agents.all, [name]);

/** Replaces other names of agents in filters by their ids. */
function withAgentIds(query: Query): Query {
  const { agents } = query.filters;
  if (agents === undefined) return query;
  const named = agents.map((filter) => ({ ...filter, name: agentIdOf(filter.name) }));
  return { ...query, filters: { ...query.filters, agents: named } };
}

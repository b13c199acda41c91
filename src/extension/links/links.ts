import { formatItemReference, parseItemReference, type ItemReference } from '../../find/search/reference.ts';

/** Target of a link. */
export interface HistoryLink {
  readonly place: ItemReference;
  /** Id of its project, the same on all machines; without it, any project may be meant. */
  readonly project: string | undefined;
}

/** Formats a link; `scheme` is the editor's, `extension` the id of this extension. */
export function formatLink(scheme: string, extension: string, { place, project }: HistoryLink): string {
  const parts = [
    `reference=${encodeURIComponent(formatItemReference(place))}`,
    ...(project === undefined ? [] : [`project=${project}`]),
  ];
  return `${scheme}://${extension}/open?${parts.join('&')}`;
}

/** Parses a link; `query` is already decoded once by the editor. Undefined if invalid. */
export function parseLink(path: string, query: string): HistoryLink | undefined {
  const fields = new Map(
    query.split('&').map((part) => {
      const [name = '', ...rest] = part.split('=');
      return [name, rest.join('=')];
    }),
  );
  const place = parseItemReference(fields.get('reference') ?? '');
  return path === '/open' && place ? { place, project: fields.get('project') } : undefined;
}

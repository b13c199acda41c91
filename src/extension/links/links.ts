import { formatPlace, parsePlace, type Place } from '../../store/search/reference.ts';

/** What a link leads to. */
export interface HistoryLink {
  readonly place: Place;
  /** The id of its project, the same on all machines; without it any project may be meant. */
  readonly project: string | undefined;
}

/** `scheme` is that of the editor, `extension` the id of this extension. */
export function formatLink(scheme: string, extension: string, { place, project }: HistoryLink): string {
  const parts = [
    `reference=${encodeURIComponent(formatPlace(place))}`,
    ...(project === undefined ? [] : [`project=${project}`]),
  ];
  return `${scheme}://${extension}/open?${parts.join('&')}`;
}

/** `query` as the editor gives it, taken apart and decoded once. Undefined for what leads nowhere. */
export function parseLink(path: string, query: string): HistoryLink | undefined {
  const fields = new Map(
    query.split('&').map((part) => {
      const [name = '', ...rest] = part.split('=');
      return [name, rest.join('=')];
    }),
  );
  const place = parsePlace(fields.get('reference') ?? '');
  return path === '/open' && place ? { place, project: fields.get('project') } : undefined;
}

import type { JSX } from 'preact';
import type { PaneMedia } from '../../protocol/sessionPane.ts';
import { fill } from '../../protocol/format.ts';
import { useSession } from './sessionServices.ts';

/** Pictures, and the names of what is not shown. */
export function Media({ media }: { media: readonly PaneMedia[] }): JSX.Element | null {
  const { strings } = useSession();
  if (media.length === 0) return null;
  return (
    <div class="media">
      {media.map(({ mimeType, data, uri }) =>
        data === undefined ? (
          <span class="media-name">
            <span class="codicon codicon-file-media" aria-hidden="true" />
            {uri === undefined || uri === '' ? fill(strings.media, mimeType) : `${mimeType}: ${uri}`}
          </span>
        ) : (
          <img src={`data:${mimeType};base64,${data}`} alt={fill(strings.picture, mimeType)} />
        ),
      )}
    </div>
  );
}

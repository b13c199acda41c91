/** Of a tab. Characters. */
const longest = 60;

/** A title as the name of a document, without what parts paths. */
export const documentName = (title: string): string =>
  title
    .slice(0, longest)
    .replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .trim() || '-';

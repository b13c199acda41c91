/** A text if it says anything: agents fill arguments they leave out with empty texts. */
export const given = (text: string | undefined): string | undefined =>
  text === undefined || text.trim() === '' ? undefined : text;

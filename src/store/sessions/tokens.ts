import { estimatedTokens } from '../text/estimatedTokens.ts';
import type { ContentPart } from './content.ts';

/** What models take for a picture, and for a document of some pages; measured by the original. */
const imageTokens = 3_000;
const documentTokens = 25_800;

/** About how many tokens parts take: texts by their characters, calls and answers by their JSON, pictures 3,000 each. Rounded down. */
export function estimateTokenCountSync(parts: readonly ContentPart[]): number {
  return Math.floor(parts.reduce((sum, part) => sum + tokensOfPart(part), 0));
}

function tokensOfPart(part: ContentPart): number {
  if (part.text !== undefined) return estimatedTokens(part.text);
  const mimeType = part.inlineData?.mimeType ?? part.fileData?.mimeType;
  if (mimeType !== undefined) return tokensOfMedia(mimeType);
  return estimatedTokens(JSON.stringify(part));
}

/** Pictures and documents cost what they show, however long their data is. */
function tokensOfMedia(mimeType: string): number {
  return mimeType.startsWith('application/pdf') ? documentTokens : imageTokens;
}

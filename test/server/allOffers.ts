import type { Offers } from '../../src/server/base/offers.ts';
import { readableOffers } from '../../src/server/readableOffers.ts';
import { toolOffers } from '../../src/server/toolOffers.ts';

/** Everything this product offers to clients. */
export const offers: Offers = { tools: toolOffers, ...readableOffers };

import type { Offers } from './base/offers.ts';
import { readableOffers } from './readableOffers.ts';
import { toolOffers } from './toolOffers.ts';

/** Everything this product offers to clients. */
export const offers: Offers = { tools: toolOffers, ...readableOffers };

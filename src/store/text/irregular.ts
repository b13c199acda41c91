/** English forms that no stemmer leads back to their word: `word: forms`. */
const forms = `become: became; begin: began begun; break: broke broken; bring: brought; build: built; buy: bought;
catch: caught; child: children kid kids; choose: chose chosen; come: came; dig: dug; draw: drew drawn; drive: drove driven;
eat: ate eaten; fall: fell fallen; father: dad; feed: fed; feel: felt; fight: fought; find: found; fly: flew flown;
forget: forgot forgotten; freeze: froze frozen; get: got gotten; give: gave given; go: went gone; good: better best;
grow: grew grown; hang: hung; hear: heard; hide: hid hidden; hold: held; keep: kept; know: knew known; lead: led;
learn: learnt; leave: left; life: lives; lose: lost; make: made; mean: meant; meet: met; mother: mom mum; pay: paid;
person: people; ride: rode ridden; rise: rose risen; run: ran; say: said; see: saw seen; sell: sold; send: sent;
shake: shook shaken; shoot: shot; show: shown; sing: sang sung; sit: sat; sleep: slept; speak: spoke spoken; spend: spent;
stand: stood; steal: stole stolen; stick: stuck; strike: struck; swear: swore sworn; swim: swam swum; take: took taken;
teach: taught; tear: tore torn; tell: told; think: thought; throw: threw thrown; understand: understood; wake: woke woken;
wear: wore worn; wife: wives; win: won; write: wrote written`;

const bases = new Map(
  forms.split(/;\s*/).flatMap((entry) => {
    const [base = '', all = ''] = entry.split(': ');
    return all.split(' ').map((form) => [form, base] as const);
  }),
);

/** The word a form belongs to, where that cannot be told from its letters; else the form itself. */
export const baseForm = (word: string): string => bases.get(word) ?? word;

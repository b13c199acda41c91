import assert from 'node:assert/strict';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { tokensAtMost } from '../../../src/disk/text/tokenLimit.ts';

/** Article 1 of the Universal Declaration of Human Rights, in languages of many families; in two with a request besides. */
const article: Readonly<Record<string, string>> = {
  fi: `Kaikki ihmiset syntyvät vapaina ja tasavertaisina arvoltaan ja oikeuksiltaan. Heille on annettu järki ja omatunto, ja heidän on toimittava toisiaan kohtaan veljeyden hengessä. Korjaa kirjautumisen aikakatkaisu ja pyöristä summat; älä koskaan työnnä muutoksia päähaaraan ilman katselmointia.`,
  sw: `Watu wote wamezaliwa huru, hadhi na haki zao ni sawa. Wote wamejaliwa akili na dhamiri, hivyo yapasa watendeane kindugu. Tafadhali rekebisha tatizo la kuingia kwenye mfumo, kisha andika majaribio ya jumla zote za malipo.`,
  eu: `Gizon-emakume guztiak aske jaiotzen dira, duintasun eta eskubide berberak dituztela; eta ezaguera eta kontzientzia dutenez gero, elkarren artean senide legez jokatu beharra dute.`,
  qu: `Tukuy kay pachapi paqarimujkuna libres nasekuntu tukuypunitaj kikin obligacionesniycjllataj, jinakamalla honorniyoj atiyniyoytaj, chantaqa razonniyoj concienciayoj kasqankurayku.`,
  zu: `Bonke abantu bazalwa bekhululekile belingana ngesithunzi nangamalungelo. Bahlanganiswe wumcabango nangunembeza futhi kufanele baphathane ngomoya wobunye.`,
  mg: `Teraka afaka sy mitovy zo sy fahamendrehana ny olombelona rehetra. Samy manan-tsaina sy fieritreretana ka tokony hifampitondra am-pirahalahiana.`,
  id: `Semua orang dilahirkan merdeka dan mempunyai martabat dan hak-hak yang sama. Mereka dikaruniai akal dan hati nurani dan hendaknya bergaul satu sama lain dalam semangat persaudaraan.`,
  tl: `Ang lahat ng tao'y isinilang na malaya at pantay-pantay sa karangalan at mga karapatan. Sila'y pinagkalooban ng katwiran at budhi at dapat magpalagayan ang isa't isa sa diwa ng pagkakapatiran.`,
  it: `Tutti gli esseri umani nascono liberi ed eguali in dignità e diritti. Essi sono dotati di ragione e di coscienza e devono agire gli uni verso gli altri in spirito di fratellanza.`,
  lt: `Visi žmonės gimsta laisvi ir lygūs savo orumu ir teisėmis. Jiems suteiktas protas ir sąžinė ir jie turi elgtis vienas kito atžvilgiu kaip broliai.`,
  hu: `Minden emberi lény szabadon születik és egyenlő méltósága és joga van. Az emberek, ésszel és lelkiismerettel bírván, egymással szemben testvéri szellemben kell hogy viseltessenek.`,
  pl: `Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. Są oni obdarzeni rozumem i sumieniem i powinni postępować wobec innych w duchu braterstwa.`,
  is: `Hver maður er borinn frjáls og jafn öðrum að virðingu og réttindum. Menn eru gæddir vitsmunum og samvisku, og ber þeim að breyta bróðurlega hverjum við annan.`,
  yo: `Gbogbo ènìyàn ni a bí ní òmìnira; iyì àti ẹ̀tọ́ kọ̀ọ̀kan sì dọ́gba. Wọ́n ní ẹ̀bùn ti làákàyè àti ti ẹ̀rí-ọkàn, ó sì yẹ kí wọn ó máa hùwà sí ara wọn gẹ́gẹ́ bí ọmọ ìyá.`,
  vi: `Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền. Mọi con người đều được tạo hóa ban cho lý trí và lương tâm và cần phải đối xử với nhau trong tình bằng hữu.`,
  tr: `Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. Akıl ve vicdana sahiptirler ve birbirlerine karşı kardeşlik zihniyeti ile hareket etmelidirler.`,
  am: `የሰው ልጅ ሁሉ ሲወለድ ነጻና በክብርና በመብትም እኩልነት ያለው ነው። የተፈጥሮ ማስተዋልና ሕሊና ስላለው አንዱ ሌላውን በወንድማማችነት መንፈስ መመልከት ይገባዋል።`,
  ka: `ყველა ადამიანი იბადება თავისუფალი და თანასწორი თავისი ღირსებითა და უფლებებით. მათ მინიჭებული აქვთ გონება და სინდისი.`,
  ta: `மனிதப் பிறவியினர் சகலரும் சுதந்திரமாகவே பிறக்கின்றனர்; அவர்கள் மதிப்பிலும், உரிமைகளிலும் சமமானவர்கள்.`,
  th: `มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม และควรปฏิบัติต่อกันด้วยเจตนารมณ์แห่งภราดรภาพ`,
  ar: `يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق. وقد وهبوا عقلاً وضميرًا وعليهم أن يعامل بعضهم بعضًا بروح الإخاء.`,
  he: `כל בני אדם נולדו בני חורין ושווים בערכם ובזכויותיהם. כולם חוננו בתבונה ובמצפון, לפיכך חובה עליהם לנהוג איש ברעהו ברוח של אחווה.`,
};

/** Sentences of messages, in the languages that a package has them in. */
function translated(): [language: string, text: string][] {
  const folder = join(dirname(require.resolve('zod/package.json')), 'v4/locales');
  const files = fs.readdirSync(folder).filter((name) => /^[a-z]{2}(?:-[A-Z]{2})?\.js$/.test(name));
  return files.map((name) => {
    const source = fs.readFileSync(join(folder, name), 'utf8');
    const texts = [...source.matchAll(/["`]([^"`\n]{4,})["`]/g)].map(([, text = '']) => text);
    const said = texts
      .filter((text) => text.includes(' '))
      .map((text) => text.replaceAll(/\$\{[^}]*\}/g, 'x'));
    return [name, said.join('. ')];
  });
}

/** A text in pieces of about so many words, each also from its middle. */
function pieces(text: string, count: number): string[] {
  const words = text.split(' ');
  const starts = Array.from({ length: Math.ceil(words.length / (count / 2)) }, (_, n) => n * (count / 2));
  return starts
    .map((start) => words.slice(start, start + count))
    .filter(({ length }) => length >= count)
    .map((some) => some.join(' '));
}

describe('the most tokens a text has', () => {
  for (const [kind, texts] of [
    ['declarations', Object.entries(article)],
    ['messages', translated()],
  ] as const)
    it(`is no less than a tokenizer counts in any language: ${kind}`, () => {
      assert.ok(texts.length > 20, `${texts.length} languages`);
      for (const [language, text] of texts)
        for (const piece of [text, ...pieces(text, 24), ...pieces(text, 80)]) {
          const [most, real] = [tokensAtMost(piece), encode(piece).length];
          assert.ok(most >= real, `${language}: ${most} of ${real} in ${piece}`);
        }
    });

  it('is no less where languages take turns, as requests of several people do in one brief', () => {
    const texts = Object.values(article);
    const mixed = texts.map(
      (text, n) =>
        `- 09:0${n % 10} ${text.slice(0, 90)} (s1/${n}); Fix the login, then round the totals (/${n + 1})`,
    );
    for (const text of [mixed.join('\n'), ...mixed])
      assert.ok(tokensAtMost(text) >= encode(text).length, text);
  });
});

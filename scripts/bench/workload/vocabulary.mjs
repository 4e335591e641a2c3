import { createRandom } from './random.mjs';

/** The most common words of English prose, roughly by frequency. */
const FUNCTION_WORDS = `the to and a of i it in that is you for was we on with this be have but not are as they my at so
just if had or from what there he do about all me will one can like your when she up out some an now then were been which would
more has get by their our how no who into could know time did only also over than because her his them us its any after even
where before well through should here much those back two too down these off still such way each very other while both same
around since again why most never last few another between always under both during without against often ever yet`;

/** Common content words, so that texts consist mostly of real words, which tokenizers know. */
const CONTENT_WORDS = `work day new week year thing people project team customer order account team problem change meeting
plan order test error file data server report list phone email ticket price refund payment address delivery invoice contract
release build branch review code service user database query table column index cache queue message session token key secret
garden kitchen house family sister brother mother father friend child school teacher class book music concert guitar piano
lesson movie trip flight hotel train station city river mountain beach camping weekend birthday party dinner lunch coffee tea
bread recipe dog cat horse doctor hospital medicine health exercise running race bike car engine repair window door roof paint
colour picture photo camera drawing museum gallery story letter paper office manager interview salary job career college exam
degree research paper study science machine model training result number average growth market money bank loan insurance tax
budget cost summer winter spring autumn morning evening night month hour minute past future decision reason idea question answer
support request feature deadline schedule calendar holiday visit guest neighbour street park forest weather rain snow storm
answer agree arrive ask begin believe bring build buy call carry choose close come cook cut decide design draw drive eat explain
fail fall feel find finish fix follow forget give grow happen hear help hold hope join keep learn leave let listen live look lose
love make mean meet miss move need offer open order paint pay play prefer promise put read receive remember rent reply return
run save say see sell send show sign sing sit sleep speak spend stand start stay stop swim take talk teach tell think travel try
turn understand use visit wait walk want wash watch wear win wish worry write blue green red black white big small old young
early late quick slow easy hard cheap expensive quiet loud warm cold dry wet happy sad tired busy free full empty strong weak`;

const ONSETS =
  'b bl br c ch cl cr d dr f fl fr g gl gr h j k l m n p pl pr qu r s sc sh sk sl sm sn sp st str t th tr v w y z'.split(
    ' ',
  );
const NUCLEI = 'a e i o u ai ea ee ie oa oo ou'.split(' ');
const CODAS = ' b ck d f g l ll m n nd ng nt p r rd rk rn rt s sh ss st t th x'.split(' ');
const SIZE = 30_000;

const split = (text) => text.split(/\s+/u);

/** Words by rank: function words, then common content words, then made-up rare ones. */
export const VOCABULARY = makeVocabulary();
/** Words from this rank on are content words. */
export const FIRST_CONTENT_RANK = new Set(split(FUNCTION_WORDS)).size;

function makeVocabulary() {
  const words = new Set([...split(FUNCTION_WORDS), ...split(CONTENT_WORDS)]);
  const random = createRandom(1);
  const syllable = () => random.pick(ONSETS) + random.pick(NUCLEI) + random.pick(CODAS);
  while (words.size < SIZE) words.add(Array.from({ length: random.between(1, 2) }, syllable).join(''));
  return [...words];
}

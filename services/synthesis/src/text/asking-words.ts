const TELL =
  'tell|give|provide|share|show|list|walk|explain|describe|summari[sz]e|remind|help|suggest|recommend|name|outline|recap';
const SAID =
  'brought up|bring up|mention(?:ed)?|discuss(?:ed)?|talk(?:ed)? about|ask(?:ed)?(?: about)?|told you(?: about)?|said|say|covered|went over';
const NUMBER = '(?:\\d+|two|three|four|five|six|seven|eight|nine|ten)';
const CONVERSATIONS = 'conversations?|chats?|discussions?|sessions?|messages?|requests?|questions?';

/** English ways to ask, which say nothing about the subject. */
const FRAMES = [
  `(?:can|could|would|will) you(?: please)?(?: (?:${TELL}))?(?: (?:me|us))?(?: through| about| with)?`,
  `please (?:${TELL})(?: (?:me|us))?(?: through| about| with)?`,
  `(?:the )?(?:order|sequence) in which|in (?:chronological )?order|chronological(?:ly)?`,
  `(?:i|we|you)(?: have| had|['’]ve)? (?:ever |first |originally |previously )?(?:${SAID})`,
  `did (?:i|we|you) (?:say|mention|discuss|tell|recommend|suggest|advise)`,
  `(?:(?:different|various|several|specific|certain|key|main) )?(?:aspects?|topics?|concepts?|things|points)(?: of| about| related to)?`,
  `(?:throughout|across|in|during|over|from|of) (?:all )?(?:of )?(?:our|my|the|these) (?:\\p{L}+ )?(?:${CONVERSATIONS})`,
  `(?:mention|list|name|give|include)?(?: (?:only|exactly|just|and|at most))* ${NUMBER} (?:items?|things|points|examples?|topics)`,
  `(?:an? )?(?:(?:clear|comprehensive|complete|brief|short|detailed|full|quick|thorough) )*(?:summary|summaries|overview|recap|outline)(?: of| about| on)?(?: (?:how|what|everything|all))?`,
  `summari[sz]e(?: (?:how|what|everything|all))?|so far|over time|step by step|how (?:many|much|long|often)(?: different| total)?|in total`,
];
const ASKING = new RegExp(`(?<![\\p{L}\\p{N}])(?:${FRAMES.join('|')})(?![\\p{L}\\p{N}])`, 'giu');

/** A query without the words that only ask: "Can you list the order in which we discussed the budget?" is about the budget. */
export const withoutAsking = (query: string): string => query.replace(/\s+/gu, ' ').replace(ASKING, ' ');

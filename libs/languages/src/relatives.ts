// What distinguishes people whom the speaker does not name: "my mother" and "my boss".
const RELATIVES =
  /^(?:mother|mom|mum|father|dad|sister|brother|son|daughter|wife|husband|partner|cousin|aunt|uncle|niece|nephew|grandm\w+|grandf\w+|boss|colleague|neighbou?r|friend|roommate|mutter|vater|schwester|bruder|sohn|tochter|frau|mann|partnerin|tante|onkel|oma|opa|chefin|chef|kollegin|kollege|nachbarin|nachbar|freundin|freund|madre|mamá|padre|papá|hermana|hermano|hijo|hija|esposa|esposo|marido|mujer|prima|primo|tía|tío|abuela|abuelo|jefa|jefe|vecina|vecino|amiga|amigo|mère|maman|père|papa|sœur|soeur|frère|fils|fille|femme|mari|cousine|oncle|collègue|voisine|voisin|amie|ami|妈妈|母亲|爸爸|父亲|姐姐|妹妹|哥哥|弟弟|儿子|女儿|妻子|丈夫|老板|同事|邻居|朋友|母|父|姉|妹|兄|弟|息子|娘|妻|夫|上司|同僚|友達)$/u;

/** Whether a lower-cased word names a person by the relation to the speaker, in English, German, Spanish, French, Chinese or Japanese. */
export const isRelative = (word: string): boolean => RELATIVES.test(word);

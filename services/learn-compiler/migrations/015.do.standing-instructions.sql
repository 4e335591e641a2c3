-- The search index now knows which memories say how all work is to be done. It is sent again what may be one: what people said
-- with a word as "always", "from now on" or "when I ask".
alter table memories no force row level security;
alter table index_outbox no force row level security;

with sent as (
  update memories set revision = nextval('revisions')
  where archived_at is null and speaker is not null
    and lower(speaker) not in ('assistant', 'agent', 'ai', 'bot', 'model', 'system', 'tool', 'function', 'developer')
    and body ~* ('always|never|at all times|(every|each|any) ?time|whenever|when i|when we|when you|if i|if we|from (now|here|today|this)|as of'
      || '|going forward|moving forward|in (the )?future|all future|henceforth|hereafter|starting (now|today)|rest of (this|our)'
      || '|stop |quit |ever |again|any ?more'
      || '|immer|stets|niemals|nie |jedes ?mal|grundsätzlich|ab (jetzt|sofort|heute|nun)|von (jetzt|nun|heute)|künftig|zukunft|fortan'
      || '|wenn (ich|wir|du)|falls (ich|wir)|sobald|sooft|auf,? |nicht mehr'
      || '|toujours|jamais|chaque fois|systématiquement|à partir|dès |désormais|dorénavant|avenir|futur|arrête|cesse|quand |lorsqu|si (je|on|nous)'
      || '|siempre|nunca|jamás|cada vez|momento|adelante|desde (ahora|hoy)|deja|vuelv|cuando|si te '
      || '|sempre|toda vez|todas as vezes|agora|diante|frente|doravante|pare de|quando|se eu'
      || '|mai |ogni volta|in poi|in avanti|smett|altijd|nooit|steeds|keer|telkens|vanaf|voortaan|vervolg|toekomst|stop|wanneer|als (ik|we|wij|je)'
      || '|zawsze|nigdy|każdym razem|każdorazowo|od (teraz|dziś|dzisiaj|tej|tego)|odtąd|przyszłoś|przestań|kiedy|gdy|ilekroć|jeśli'
      || '|всегда|никогда|кажд|постоянно|случаях|отныне|впредь|момента|будущ|теперь|начиная|перестань|прекрати|хватит|когда|если (я|мы)'
      || '|总是|總是|始终|始終|永远|永遠|一直|每次|务必|務必|一律|以后|以後|今后|今後|往后|往後|从现在|從現在|从今|將來|将来|当我|當我|每当|每當|如果|只要'
      || '|これから|以降|次から|次回|毎回|いつも|常に|必ず|絶対|決して|二度と|今から|質問|聞|尋|頼|依頼'
      || '|앞으로|이제부터|지금부터|다음부터|항상|언제나|늘 |매번|반드시|절대|결코|무조건|때|면'
      || '|her zaman|daima|asla|hiçbir zaman|bundan (sonra|böyle)|itibaren|artık|her seferinde|gelecekte|sorduğumda|sorarsam|istediğimde'
      || '|हमेशा|कभी|अब से|आगे से|भविष्य|हर बार|आज से|जब|دائم|دوما|أبد|من الآن|المستقبل|كل مرة|عندما|كلما|إذا')
  returning tenant_id, environment, id
)
insert into index_outbox (tenant_id, environment, entry_id) select tenant_id, environment, id from sent;

alter table memories force row level security;
alter table index_outbox force row level security;

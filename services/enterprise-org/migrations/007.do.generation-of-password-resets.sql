-- The generation of the user's sessions in which a token was issued. Null for the tokens from before, which work for an hour at most.
alter table password_resets add column generation integer;

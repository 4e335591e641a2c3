-- A user may belong to several tenants. Work for one of them changes nothing of a user but the password, and deletes none.
revoke update, delete on users from strata_gateway;
grant update (password_hash) on users to strata_gateway;

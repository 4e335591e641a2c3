#!/bin/sh
# Starts RabbitMQ with one user per service: puts their passwords, which are hexadecimal, into users.json.
set -eu
umask 077
users=$(cat /strata/users.json)
for name in GATEWAY_BROKER_PASSWORD INGEST_BROKER_PASSWORD LEARN_BROKER_PASSWORD SYNTHESIS_BROKER_PASSWORD ENTERPRISE_ORG_BROKER_PASSWORD VAULT_BROKER_PASSWORD; do
  eval "password=\$$name"
  users=$(printf '%s' "$users" | sed "s/@$name@/$password/")
done
printf '%s' "$users" >/tmp/strata-users.json
exec docker-entrypoint.sh rabbitmq-server

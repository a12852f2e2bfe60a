#!/usr/bin/env bash
# Runs the tests of graph-node's interfaces against a real one.
#
#   CHAINKIT_TEST_NETWORK=mainnet:https://… ./test.sh <hash of a manifest> <hash of another>
#
# Upload both first: docker compose up -d ipfs, then graph build --ipfs http://127.0.0.1:5001
set -euo pipefail
cd "$(dirname "$0")"
if [ $# -ne 2 ]; then
  echo "usage: $0 <hash of a manifest> <hash of another>" >&2
  exit 2
fi
docker compose up --detach --wait
trap 'docker compose down' EXIT
for _ in $(seq 60); do
  if curl --silent --fail http://127.0.0.1:8030/ >/dev/null; then
    break
  fi
  sleep 2
done
cd ../../..
CHAINKIT_TEST_GRAPH_NODE=127.0.0.1 CHAINKIT_TEST_DEPLOYMENTS="$1,$2" \
  npx --yes pnpm@12 exec vitest run --project packages/server test/graph-node/interfaces.test.ts

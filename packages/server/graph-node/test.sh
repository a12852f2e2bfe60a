#!/usr/bin/env bash
# Runs the tests of graph-node against a real one; see README.md.
set -euo pipefail
cd "$(dirname "$0")"
if [ $# -ne 2 ]; then
  echo "usage: CHAINKIT_TEST_NETWORK=<network>:<JSON-RPC URL> $0 <IPFS hash of a manifest> <another>" >&2
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
export CHAINKIT_TEST_GRAPH_NODE_ADMIN=http://127.0.0.1:8020
export CHAINKIT_TEST_GRAPH_NODE_QUERY=http://127.0.0.1:8000
export CHAINKIT_TEST_GRAPH_NODE_STATUS=http://127.0.0.1:8030
export CHAINKIT_TEST_DEPLOYMENTS="$1,$2"
# One file at a time: they share the two deployments.
npx --yes pnpm@12 exec vitest run --project packages/server --no-file-parallelism \
  --exclude '**/*.stand-in.test.ts' packages/server/test/graph-node/

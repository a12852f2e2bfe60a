#!/bin/sh
# Installs the service next to itself, checks its health, and runs its commands.
#
#   chainkit.sh install <folder>  from the folder that `image-files` has written
#   chainkit.sh health            exit code 0: the service on CHAINKIT_PORT is alive
#   chainkit.sh <command> …       any command of @chainkit/server, e.g. serve
set -eu
app=$(cd "$(dirname "$0")" && pwd)
command=${1:-}

case $command in
  install)
    if [ ! -f "$2/dist/cli/main.js" ] || [ ! -d "$2/node_modules" ]; then
      echo "chainkit.sh: expected the service in $2; run: npx --yes pnpm@12 run image-files" >&2
      exit 1
    fi
    cp -RP "$2/." "$app"
    # The umask of whoever wrote these files may keep them from the user that the image runs as.
    chmod -R a+rX "$app"
    ;;
  health)
    # The image has no curl.
    exec node --input-type=module --eval '
      const url = `http://127.0.0.1:${process.env.CHAINKIT_PORT ?? 4010}/healthz`;
      const response = await fetch(url, { signal: AbortSignal.timeout(4_000) }).catch(() => undefined);
      process.exit(response?.ok ? 0 : 1);
    '
    ;;
  *)
    # Files of the data folder are for its owner only.
    umask 077
    exec node "$app/dist/cli/main.js" "$@"
    ;;
esac

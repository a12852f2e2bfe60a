#!/bin/sh
# Installs the service next to itself, checks its health, and runs its commands.
#
#   chainkit.sh install <folder>  from the tarballs in a folder
#   chainkit.sh health            exit code 0: the service on CHAINKIT_PORT is alive
#   chainkit.sh <command> …       any command of @chainkit/server, e.g. serve
set -eu
app=$(cd "$(dirname "$0")" && pwd)
command=${1:-}

# Prints the only tarball of a package.
tarball() {
  set -- "$1"/chainkit-"$2"-[0-9]*.tgz
  if [ $# -ne 1 ] || [ ! -f "$1" ]; then
    echo "chainkit.sh: expected one file $1; run: npx --yes pnpm@12 run pack" >&2
    exit 1
  fi
  printf '%s' "$1"
}

case $command in
  install)
    openapi=$(tarball "$2" openapi)
    server=$(tarball "$2" server)
    # No dependency needs to build or run anything on installation.
    npm install --prefix "$app" --no-save --ignore-scripts --no-audit --no-fund "$openapi" "$server"
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
    exec node "$app/node_modules/@chainkit/server/dist/cli/main.js" "$@"
    ;;
esac

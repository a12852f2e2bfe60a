/** Text of the GitHub workflow of a new project; its actions are pinned as those of this repository. */
export const workflow = `name: ci
on:
  push: { branches: [main] }
  pull_request:
permissions: { contents: read }
jobs:
  test:
    runs-on: ubuntu-latest
    timeout-minutes: 10
    steps:
      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
        with: { persist-credentials: false }
      - uses: actions/setup-node@820762786026740c76f36085b0efc47a31fe5020 # v7.0.0
        with: { node-version: 24 }
      - run: npx --yes pnpm@12 install --frozen-lockfile
      - run: npx --yes pnpm@12 test
`;

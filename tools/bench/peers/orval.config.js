export default {
  addressData: {
    input: "./generated/spec.json",
    output: {
      target: "./generated/orval/client.ts",
      client: "fetch",
      override: { mutator: { path: "./generated/orval/fetch.js", name: "customFetch" } },
    },
  },
};

// Never run: a library that exports what clients return, without annotations. Its declarations can name
// the types by the packages that it depends on, or they are not emitted.
import { type ApiError, createAddressDataClient, isApiError } from "@chainkit/address-data";
import { createChainDataClient } from "@chainkit/chain-data";
import { raw } from "@chainkit/chain-data/raw";
import { createSubgraphManagementClient } from "@chainkit/subgraph-management";

const baseUrl = "https://api.example.com";
export const chainData = createChainDataClient({ baseUrl });
export const addressData = createAddressDataClient({ baseUrl });
export const management = createSubgraphManagementClient({
  baseUrl,
  graphNs: "ns",
  token: "token",
});

export const block = () => chainData.getBlock({ chain_name: "base", block_number: "latest" });
export const result = () => block().result();
export const whole = () => block().withResponse();
export const write = () => management.removeSubgraph({ name: "s", version: "1" });
export const listing = () => addressData.getLatestTransactions({ chainName: "ethereum" });
export const pages = () => listing().pages();
export const items = () => listing().toArray();

export const rawChainData = raw(chainData);
export const get = rawChainData.GET;
export const rawBlock = () =>
  rawChainData.GET("/v2/{chain_name}/blocks/{block_number}", {
    params: { path: { chain_name: "ethereum", block_number: "latest" } },
  });

export const httpError = (error: unknown) =>
  isApiError(error) && error.kind === "http" ? error : undefined;
export const notSent = (error: ApiError) =>
  error.kind === "input" || error.kind === "aborted" ? error : undefined;
export const unreachable = (error: ApiError) =>
  error.kind === "network" || error.kind === "timeout" ? error : undefined;
export const unusable = (error: ApiError) =>
  error.kind === "decode" || error.kind === "envelope" || error.kind === "pagination"
    ? error
    : undefined;
export const notFound = async () => {
  const { error } = { error: undefined, ...(await result()) };
  return error?.kind === "http" && error.status === 404 ? error : undefined;
};

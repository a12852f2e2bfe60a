import { type Service, TOKEN } from "../../test/reference/service.ts";
import { type Defect, defectsOf } from "./defect.ts";

const MANAGEMENT = /Tag$|^removeSubgraph$/;

const admits =
  (decide: (operation: string, authorization: string | undefined, usual: boolean) => boolean) =>
  (service: Service) => {
    const { admits: right } = service;
    service.admits = (call) =>
      decide(call.operation, call.authorization, right.call(service, call));
  };

/** Callers that are wrongly accepted or refused. */
export const securityDefects: readonly Defect[] = defectsOf("security", "stated", {
  "nobody is checked": admits(() => true),
  "no token is needed for management": admits(
    (id, token, usual) => usual || (MANAGEMENT.test(id) && token === undefined),
  ),
  "no token is needed for queryTag": admits((id, _, usual) => usual || id === "queryTag"),
  "no token is needed for removal": admits((id, _, usual) => usual || id === "removeSubgraph"),
  "no token is needed for createTag": admits((id, _, usual) => usual || id === "createTag"),
  "any Bearer token will do": admits((_, token, usual) => usual || /^Bearer /.test(token ?? "")),
  "any Bearer token will do for deleteTag": admits(
    (id, token, usual) => usual || (id === "deleteTag" && /^Bearer /.test(token ?? "")),
  ),
  "any header will do": admits((_, token, usual) => usual || token !== undefined),
  "Basic will do": admits((_, token, usual) => usual || /^Basic /.test(token ?? "")),
  "Basic will do for blocks": admits(
    (id, token, usual) => usual || (id === "getBlock" && /^Basic/.test(token ?? "")),
  ),
  "Bearer without a token will do": admits((_, token, usual) => usual || token === "Bearer"),
  "no scheme will do": admits((_, token, usual) => usual || /^[\w-]+$/.test(token ?? "")),
  "bad keys are ignored": admits((id, _, usual) => usual || !MANAGEMENT.test(id)),
  "bad keys are ignored for NFTs": admits((id, _, usual) => usual || id === "getNft"),
  "a key is demanded for chain data": admits(
    (id, token, usual) => usual && (MANAGEMENT.test(id) || token !== undefined),
  ),
  "a key is demanded for transactions": admits(
    (id, token, usual) => usual && (id !== "getTransaction" || token !== undefined),
  ),
  "good tokens are refused": admits((_, token, usual) => usual && token !== `Bearer ${TOKEN}`),
  "good keys are refused for blocks": admits(
    (id, token, usual) => usual && !(id === "getBlock" && token === `Bearer ${TOKEN}`),
  ),
  "a token is demanded for address data": (service) => {
    const { list } = service;
    service.list = (call) =>
      call.authorization === undefined
        ? { status: 401, headers: { "www-authenticate": "Bearer" }, body: {} }
        : list.call(service, call);
  },
  "foreign tokens are refused for address data": (service) => {
    const { list } = service;
    service.list = (call) =>
      service.tokenOf(call.authorization) === "bad"
        ? { status: 401, headers: { "www-authenticate": "Bearer" }, body: {} }
        : list.call(service, call);
  },
});

import { createClient, isApiError } from "/work/main/packages/runtime/src/index.ts";
const chains=["ethereum", "apechain", "arbitrum", "avalanche", "base", "bsc", "polygon"];
const operations = {
getTransaction:{method:"GET",path:"/v2/{chain_name}/transactions/{transaction_hash}",parameters:{chain_name:{in:"path",required:true,enum:["ethereum", "apechain", "arbitrum", "avalanche", "base", "bsc", "polygon"]},transaction_hash:{in:"path",required:true,pattern:"^0x[a-fA-F0-9]{64}$"}},auth:"optional",idempotent:true},
getBlock:{method:"GET",path:"/v2/{chain_name}/blocks/{block_number}",parameters:{chain_name:{in:"path",required:true,enum:["ethereum", "apechain", "arbitrum", "avalanche", "base", "bsc", "polygon"]},block_number:{in:"path",required:true,pattern:"^(\\d+|latest)$"}},auth:"optional",idempotent:true},
getNft:{method:"GET",path:"/v2/{chain_name}/collections/{collection_address}/nfts/{token_id}",parameters:{chain_name:{in:"path",required:true,enum:["ethereum", "apechain", "arbitrum", "avalanche", "base", "bsc", "polygon"]},collection_address:{in:"path",required:true,pattern:"^0x[a-fA-F0-9]{40}$"},token_id:{in:"path",required:true}},auth:"optional",idempotent:true},
};
export function createChainDataClient(options:any){return createClient(operations as any, options)}
export {isApiError}

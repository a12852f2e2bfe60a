/** The picture of the landing page: a broad and a narrow drawing, of which the style sheet shows one. */
export const HOW_IT_WORKS = `<figure class="how"><svg class="broad" viewBox="0 0 1120 316" role="img" aria-labelledby="how-t"><title id="how-t">OpenAPI documents generate clients, docs, mock, query options, CLI, MCP server and contract tests; these call and check the service, which reads JSON-RPC nodes.</title>
<rect class="group" x="292" y="1" width="476" height="314" rx="14"/><text class="small" x="312" y="29">generated, in the same commit</text>
<path class="brass" d="M222 158h62m-7-6 7 6-7 6"/><path d="M776 158h56m-7-6 7 6-7 6"/><path class="dash" d="M980 192v58"/>
<text class="small" x="776" y="144">calls</text><text class="small" x="776" y="182">checks</text>
<g class="source"><rect x="0" y="126" width="220" height="64" rx="9"/><text x="14" y="150">OpenAPI documents</text><text class="small" x="14" y="169">written by hand: the contract</text></g>
<g><rect x="312" y="46" width="214" height="68" rx="9"/><text x="326" y="70">Typed clients</text><text class="small" x="326" y="89">fetch, fully typed</text></g>
<g><rect x="534" y="46" width="214" height="68" rx="9"/><text x="548" y="70">These docs</text><text class="small" x="548" y="89">and runnable samples</text></g>
<g><rect x="312" y="130" width="214" height="68" rx="9"/><text x="326" y="154">Mock server</text><text class="small" x="326" y="173">Prism, example data</text></g>
<g><rect x="534" y="130" width="214" height="68" rx="9"/><text x="548" y="154">Query options</text><text class="small" x="548" y="173">TanStack Query, MSW</text></g>
<g><rect x="312" y="214" width="214" height="68" rx="9"/><text x="326" y="238">CLI and MCP</text><text class="small" x="326" y="257">for shells and agents</text></g>
<g><rect x="534" y="214" width="214" height="68" rx="9"/><text x="548" y="238">Contract tests</text><text class="small" x="548" y="257">for any deployment</text></g>
<g class="built"><rect x="840" y="126" width="280" height="64" rx="9"/><text x="854" y="150">The service</text><text class="small" x="854" y="169">Fastify · SQLite or PostgreSQL</text></g>
<g><rect x="840" y="252" width="280" height="62" rx="9"/><text x="854" y="276">Your JSON-RPC nodes</text><text class="small" x="854" y="295">blocks, receipts, token reads</text></g></svg>
<svg class="narrow" viewBox="0 0 340 520" role="img" aria-labelledby="how-n"><title id="how-n">OpenAPI documents generate clients, docs, mock, query options, CLI, MCP server and contract tests; these check and call the service, which reads JSON-RPC nodes.</title>
<path class="brass" d="M170 66v24m-6-6 6 6 6-6"/><rect class="group" x="1" y="96" width="338" height="244" rx="14"/><text class="small" x="14" y="119">generated, in the same commit</text><path d="M170 342v24m-6-6 6 6 6-6"/><path class="dash" d="M170 434v26"/>
<g class="source"><rect x="40" y="0" width="260" height="64" rx="9"/><text x="54" y="24">OpenAPI documents</text><text class="small" x="54" y="43">written by hand: the contract</text></g>
<g><rect x="10" y="130" width="158" height="60" rx="9"/><text x="24" y="154">Typed clients</text><text class="small" x="24" y="173">fetch, fully typed</text></g>
<g><rect x="172" y="130" width="158" height="60" rx="9"/><text x="186" y="154">These docs</text><text class="small" x="186" y="173">and runnable samples</text></g>
<g><rect x="10" y="198" width="158" height="60" rx="9"/><text x="24" y="222">Mock server</text><text class="small" x="24" y="241">Prism, example data</text></g>
<g><rect x="172" y="198" width="158" height="60" rx="9"/><text x="186" y="222">Query options</text><text class="small" x="186" y="241">TanStack Query, MSW</text></g>
<g><rect x="10" y="266" width="158" height="60" rx="9"/><text x="24" y="290">CLI and MCP</text><text class="small" x="24" y="309">for shells and agents</text></g>
<g><rect x="172" y="266" width="158" height="60" rx="9"/><text x="186" y="290">Contract tests</text><text class="small" x="186" y="309">for any deployment</text></g>
<g class="built"><rect x="40" y="368" width="260" height="64" rx="9"/><text x="54" y="392">The service</text><text class="small" x="54" y="411">Fastify · SQLite or PostgreSQL</text></g>
<g><rect x="40" y="462" width="260" height="56" rx="9"/><text x="54" y="486">Your JSON-RPC nodes</text><text class="small" x="54" y="505">blocks, receipts, token reads</text></g></svg></figure>`;

/** The picture of the landing page: a broad and a narrow drawing, of which the style sheet shows one. */
export const HOW_IT_WORKS = `<figure class="how"><svg class="broad" viewBox="-1 0 1122 316" role="img" aria-labelledby="how-t"><title id="how-t">OpenAPI documents generate clients, docs, mock, query options, CLI, MCP server and contract tests; these call and check the service, which reads JSON-RPC nodes.</title>
<rect class="group" x="292" y="7" width="476" height="302" rx="14"/><text class="small" x="312" y="35">generated, in the same commit</text>
<path class="brass" d="M222 158h62m-7-6 7 6-7 6"/><path d="M776 158h56m-7-6 7 6-7 6"/><path class="dash" d="M980 192v58"/>
<text class="small" x="776" y="144">calls</text><text class="small" x="776" y="182">checks</text>
<g class="source"><rect x="0" y="126" width="220" height="64" rx="9"/><text x="14" y="150">OpenAPI documents</text><text class="small" x="14" y="169">written by hand: the contract</text></g>
<g><rect x="312" y="52" width="210" height="68" rx="9"/><text x="326" y="76">Typed clients</text><text class="small" x="326" y="95">fetch, fully typed</text></g>
<g><rect x="538" y="52" width="210" height="68" rx="9"/><text x="552" y="76">These docs</text><text class="small" x="552" y="95">and runnable samples</text></g>
<g><rect x="312" y="136" width="210" height="68" rx="9"/><text x="326" y="160">Mock server</text><text class="small" x="326" y="179">Prism, example data</text></g>
<g><rect x="538" y="136" width="210" height="68" rx="9"/><text x="552" y="160">Query options</text><text class="small" x="552" y="179">TanStack Query, MSW</text></g>
<g><rect x="312" y="220" width="210" height="68" rx="9"/><text x="326" y="244">CLI and MCP</text><text class="small" x="326" y="263">for shells and agents</text></g>
<g><rect x="538" y="220" width="210" height="68" rx="9"/><text x="552" y="244">Contract tests</text><text class="small" x="552" y="263">for any deployment</text></g>
<g class="built"><rect x="840" y="126" width="280" height="64" rx="9"/><text x="854" y="150">The service</text><text class="small" x="854" y="169">Fastify · SQLite or PostgreSQL</text></g>
<g><rect x="840" y="252" width="280" height="62" rx="9"/><text x="854" y="276">Your JSON-RPC nodes</text><text class="small" x="854" y="295">blocks, receipts, token reads</text></g></svg>
<svg class="narrow" viewBox="0 -1 340 522" role="img" aria-labelledby="how-n"><title id="how-n">OpenAPI documents generate clients, docs, mock, query options, CLI, MCP server and contract tests; these check and call the service, which reads JSON-RPC nodes.</title>
<path class="brass" d="M170 66v24m-6-6 6 6 6-6"/><rect class="group" x="1" y="96" width="338" height="244" rx="14"/><text class="small" x="14" y="119">generated, in the same commit</text><path d="M170 342v24m-6-6 6 6 6-6"/><path class="dash" d="M170 434v26"/>
<g class="source"><rect x="40" y="0" width="260" height="64" rx="9"/><text x="54" y="24">OpenAPI documents</text><text class="small" x="54" y="43">written by hand: the contract</text></g>
<g><rect x="10" y="130" width="156" height="60" rx="9"/><text x="24" y="154">Typed clients</text><text class="small" x="24" y="173">fetch, fully typed</text></g>
<g><rect x="174" y="130" width="156" height="60" rx="9"/><text x="188" y="154">These docs</text><text class="small" x="188" y="173">and runnable samples</text></g>
<g><rect x="10" y="198" width="156" height="60" rx="9"/><text x="24" y="222">Mock server</text><text class="small" x="24" y="241">Prism, example data</text></g>
<g><rect x="174" y="198" width="156" height="60" rx="9"/><text x="188" y="222">Query options</text><text class="small" x="188" y="241">TanStack Query, MSW</text></g>
<g><rect x="10" y="266" width="156" height="60" rx="9"/><text x="24" y="290">CLI and MCP</text><text class="small" x="24" y="309">for shells and agents</text></g>
<g><rect x="174" y="266" width="156" height="60" rx="9"/><text x="188" y="290">Contract tests</text><text class="small" x="188" y="309">for any deployment</text></g>
<g class="built"><rect x="40" y="368" width="260" height="64" rx="9"/><text x="54" y="392">The service</text><text class="small" x="54" y="411">Fastify · SQLite or PostgreSQL</text></g>
<g><rect x="40" y="462" width="260" height="56" rx="9"/><text x="54" y="486">Your JSON-RPC nodes</text><text class="small" x="54" y="505">blocks, receipts, token reads</text></g></svg></figure>`;

// @ts-check
// The client that the suite starts for a scenario: tells the run that is under way, which has the gateway, and ends as that says.
const [, , serverUrl = ''] = process.argv;
const { GATEWAY_RUN = '', MCP_CONFORMANCE_SCENARIO: scenario, MCP_CONFORMANCE_CONTEXT: context = '{}' } = process.env;
const answer = await fetch(GATEWAY_RUN, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ scenario, serverUrl, context: JSON.parse(context) }),
});
const { ok, said } = /** @type {{ ok: boolean, said: string }} */ (await answer.json());
console.log(said);
process.exitCode = ok ? 0 : 1;

import { isSameAddress } from './same-address.js';

it.each([
  ['https://mcp.example/mcp', 'https://MCP.example:443/mcp/'],
  ['https://mcp.example', 'https://mcp.example/'],
  ['https://mcp.example/mcp?region=eu', 'https://mcp.example/mcp'],
])('[credential-address] %s is where %s is', (one, other) => {
  expect(isSameAddress(one, other)).toBe(true);
});

it.each([
  ['https://mcp.example/mcp', 'http://mcp.example/mcp'],
  ['https://mcp.example/mcp', 'https://mcp.example:8443/mcp'],
  ['https://mcp.example/mcp', 'https://mcp.example.evil/mcp'],
  ['https://mcp.example/a/mcp', 'https://mcp.example/b/mcp'],
  ['https://mcp.example/mcp', 'https://mcp.example@evil.example/mcp'],
  ['https://mcp.example/mcp', 'not an address'],
])('[credential-address] %s is not where %s is', (one, other) => {
  expect(isSameAddress(one, other)).toBe(false);
});

import { describe, expect, it } from 'vitest';
import { deniedTools, withTool } from './tool-denials.ts';

const config = {
  chat: { model: 'a/b' },
  mcpServers: {
    one: { url: 'https://x.example', tools: { allow: ['get_*'], deny: ['get_x', 'get_*_all'] } },
    two: { use: 'two' },
  },
};

describe('Turning tools off and on', () => {
  it('denies a tool by its name, and leaves all else as it is', () => {
    const off = withTool(config, 'two', 'echo', false);
    expect(off).toEqual({
      ...config,
      mcpServers: { ...config.mcpServers, two: { use: 'two', tools: { deny: ['echo'] } } },
    });
    expect(deniedTools(off, 'two')).toEqual(['echo']);
    expect(withTool(off, 'two', 'echo', true)).toEqual(config);
  });

  it('keeps patterns and lists of what is allowed', () => {
    expect(deniedTools(config, 'one')).toEqual(['get_x']);
    expect(withTool(config, 'one', 'get_x', true)).toMatchObject({
      mcpServers: { one: { tools: { allow: ['get_*'], deny: ['get_*_all'] } } },
    });
  });

  it('denies nothing twice', () => {
    expect(deniedTools(withTool(config, 'one', 'get_x', false), 'one')).toEqual(['get_x']);
  });

  it.each([null, {}, { mcpServers: null }, { mcpServers: { one: 3 } }])('of %j says nothing', (odd) => {
    expect(deniedTools(odd, 'one')).toEqual([]);
    expect(deniedTools(odd, 'toString')).toEqual([]);
  });
});

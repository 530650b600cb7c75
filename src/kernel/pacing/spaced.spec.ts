import { mock } from 'node:test';
import { Spaced } from './spaced.js';

beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout'] });
});

afterEach(() => {
  mock.timers.reset();
});

it('[changes-spaced] runs at once, and once more after the pause if it was asked for meanwhile', () => {
  const ran: string[] = [];
  const spaced = new Spaced<string>(1000, (key) => ran.push(key));
  for (let count = 0; count < 50; count++) spaced.ask('tools');
  spaced.ask('prompts');
  expect(ran).toEqual(['tools', 'prompts']);
  mock.timers.tick(999);
  expect(ran).toHaveLength(2);
  mock.timers.tick(1);
  expect(ran).toEqual(['tools', 'prompts', 'tools']);
  mock.timers.tick(5000);
  expect(ran).toHaveLength(3);
  spaced.ask('prompts');
  spaced.ask('prompts');
  spaced.stop();
  mock.timers.tick(5000);
  expect(ran).toEqual(['tools', 'prompts', 'tools', 'prompts']);
});

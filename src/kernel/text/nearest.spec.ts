import { nearestOf } from './nearest.js';

describe('nearestOf', () => {
  it.each([
    ['get_wether', ['set_leather', 'get_weather'], 'get_weather'],
    ['GetWeather', ['get-weather'], 'get-weather'],
    ['ab_dcfe', ['abcdef'], 'abcdef'],
    ['abdcefhg', ['abcdefgh'], 'abcdefgh'],
    ['fork', ['form', 'fork_'], 'fork_'],
    ['fork', ['form', 'ford'], 'form'],
    ['fork', ['frxo', 'spoon'], undefined],
    ['get_weather', ['get_w', 'get_weather_of_a_city'], undefined],
  ])('[did-you-mean] finds for %s among %j: %s', (name, names, nearest) => {
    expect(nearestOf(name, names)).toBe(nearest);
  });

  it('[did-you-mean] compares with the first five hundred of about the length, however many there are', () => {
    const names = (before: number) => [
      ...Array.from({ length: before }, (_, index) => `tool_${String(1000 + index)}`),
      'tool_99x9',
    ];
    expect(nearestOf('tool_99z9', names(499))).toBe('tool_99x9');
    expect(nearestOf('tool_qqqq', names(10_000))).toBeUndefined();
    expect(nearestOf('t00l_99z9', names(500))).toBeUndefined();
  });
});

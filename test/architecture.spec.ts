import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';

const suffixes =
  'command|controller|dto|page|service|port|entity|repository|adapter|module|schema|decorator|filter|guard|setup|spec';
const fileName = new RegExp(`^[a-z0-9]+(-[a-z0-9]+)*(\\.(${suffixes}))*\\.ts$`);

const entries = readdirSync('src', { recursive: true, withFileTypes: true });
const sources = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.ts'));

describe('The architecture', () => {
  it('[architecture-rules] follows every rule of .dependency-cruiser.mjs', async () => {
    const options = await extractDepcruiseOptions('./.dependency-cruiser.mjs');
    const { output } = await cruise(['src'], { ...options, outputType: 'json' }, undefined, {
      tsConfig: extractTSConfig('./tsconfig.json'),
    });
    const { summary } = JSON.parse(output as string) as ICruiseResult;
    expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([]);
    expect(summary.totalCruised).toBeGreaterThan(sources.length);
  });

  it('gives every module of src/ a place in the order of modules', async () => {
    const { ruleSet } = await extractDepcruiseOptions('./.dependency-cruiser.mjs');
    const placed = (ruleSet?.forbidden ?? []).map((rule) => rule.name);
    const modules = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(modules.map(({ name }) => name).filter((name) => !placed.includes(`direction-${name}`))).toEqual(
      [],
    );
  });

  it('names files in kebab-case with the suffix of their layer', () => {
    expect(sources.map(({ name }) => name).filter((name) => !fileName.test(name))).toEqual([]);
  });

  it('has no drawer for what found no name', () => {
    const drawers = entries.filter((entry) =>
      /^(utils?|helpers?|common|misc|shared)$/.test(basename(entry.name, '.ts')),
    );
    expect(drawers.map(({ name }) => name)).toEqual([]);
  });
});

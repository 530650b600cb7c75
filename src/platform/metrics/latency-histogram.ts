import { Histogram, type HistogramConfiguration } from 'prom-client';
import { WordTree } from '../../kernel/text/word-tree.js';

type Labels<T extends string> = Readonly<Record<T, string>>;

/** What was observed for one combination of labels since the start, in seconds; the last count is of what exceeds all bounds. */
export interface HistogramPoint {
  readonly labels: Readonly<Record<string, string>>;
  readonly counts: readonly number[];
  readonly sum: number;
}

/** What was observed for one combination of labels, in seconds. */
class LatencySeries<T extends string> {
  /** Per bucket; the last one counts what exceeds all bounds. */
  private readonly counts: number[];
  private sum = 0;

  constructor(
    private readonly labels: Labels<T>,
    private readonly bounds: readonly number[],
  ) {
    this.counts = new Array<number>(bounds.length + 1).fill(0);
  }

  observe(seconds: number): void {
    const { bounds, counts } = this;
    let bucket = 0;
    while (bucket < bounds.length && seconds > (bounds[bucket] as number)) bucket++;
    counts[bucket] = (counts[bucket] as number) + 1;
    this.sum += seconds;
  }

  get point(): HistogramPoint {
    const { labels, counts, sum } = this;
    return { labels, counts: [...counts], sum };
  }

  values(name: string): object[] {
    const { labels } = this;
    let count = 0;
    const buckets = this.counts.map((inBucket, index) => ({
      metricName: `${name}_bucket`,
      labels: { ...labels, le: this.bounds[index] ?? '+Inf' },
      value: (count += inBucket),
    }));
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: this.sum },
      { metricName: `${name}_count`, labels, value: count },
    ];
  }
}

/**
 * A histogram for what every request observes. Series are found value by value of their labels, which are the same few strings over and
 * over; prom-client's own writes the labels out and hashes them each time.
 */
export class LatencyHistogram<T extends string> extends Histogram<T> {
  private readonly byLabels = new WordTree<LatencySeries<T>>();
  private readonly series: LatencySeries<T>[] = [];

  constructor(
    private readonly configuration: HistogramConfiguration<T> & {
      readonly buckets: number[];
      readonly labelNames: readonly T[];
    },
  ) {
    super(configuration);
  }

  /** `values` in the order of the label names. */
  record(seconds: number, ...values: readonly string[]): void {
    const leaf = this.byLabels.leaf(values);
    (leaf.value ??= this.begin(values)).observe(seconds);
  }

  /** What was observed so far. */
  points(): HistogramPoint[] {
    return this.series.map(({ point }) => point);
  }

  /** What prom-client asks for when it writes the text format, and for `get`. */
  getForPromString(): Promise<object> {
    const { name, help } = this.configuration;
    const values = this.series.flatMap((series) => series.values(name));
    return Promise.resolve({ name, help, type: 'histogram', aggregator: 'sum', values });
  }

  private begin(values: readonly string[]): LatencySeries<T> {
    const { labelNames, buckets } = this.configuration;
    const pairs = labelNames.map((name, index) => [name, values[index]]);
    // An empty label is one that is not there.
    const labels = Object.fromEntries(pairs.filter(([, value]) => value !== '')) as Labels<T>;
    const series = new LatencySeries(labels, buckets);
    this.series.push(series);
    return series;
  }
}

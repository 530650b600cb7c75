import { Histogram, type HistogramConfiguration } from 'prom-client';

type Labels<T extends string> = Readonly<Record<T, string>>;

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

/** A histogram for what every request observes: a series is found once and then just counts, while prom-client's own hashes its labels each time. */
export class LatencyHistogram<T extends string> extends Histogram<T> {
  private readonly series: LatencySeries<T>[] = [];

  constructor(private readonly configuration: HistogramConfiguration<T> & { readonly buckets: number[] }) {
    super(configuration);
  }

  /** The series of these labels; to be asked for once and kept. */
  of(labels: Labels<T>): { observe(seconds: number): void } {
    const series = new LatencySeries(labels, this.configuration.buckets);
    this.series.push(series);
    return series;
  }

  /** What prom-client asks for when it writes the text format, and for `get`. */
  getForPromString(): Promise<object> {
    const { name, help } = this.configuration;
    const values = this.series.flatMap((series) => series.values(name));
    return Promise.resolve({ name, help, type: 'histogram', aggregator: 'sum', values });
  }
}

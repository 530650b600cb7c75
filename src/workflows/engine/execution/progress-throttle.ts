import type { JsonObject } from '../../../kernel/json/json.js';

const everyMs = 200;

/** Tells the first progress at once and of what follows the latest, a few times a second at most. */
export class ProgressThrottle {
  private timer: NodeJS.Timeout | undefined;
  private latest: JsonObject | undefined;

  constructor(private readonly report: (progress: JsonObject) => void) {}

  tell(progress: JsonObject): void {
    this.latest = progress;
    if (this.timer === undefined) this.report_();
  }

  /** Nothing is told any more. */
  end(): void {
    clearTimeout(this.timer);
    this.latest = undefined;
  }

  private report_(): void {
    const { latest } = this;
    this.latest = undefined;
    this.timer = undefined;
    if (latest === undefined) return;
    this.report(latest);
    this.timer = setTimeout(() => {
      this.report_();
    }, everyMs).unref();
  }
}

import { Injectable } from '@nestjs/common';

/** What a gateway can do only when it has been set up for it. */
export type Feature = 'chat' | 'workflows';

/** Which features this gateway has; each says so of itself at start. */
@Injectable()
export class Features {
  private readonly present = new Set<Feature>();

  announce(feature: Feature): void {
    this.present.add(feature);
  }

  has(feature: Feature): boolean {
    return this.present.has(feature);
  }
}

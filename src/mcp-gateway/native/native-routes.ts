import { Injectable, type OnModuleInit } from '@nestjs/common';
import { NativeLane } from './native-lane-routes.js';
import { NativeEndpoint } from './native-endpoint.service.js';

/** The native endpoint of servers in the hot lane. */
@Injectable()
export class NativeRoutes implements OnModuleInit {
  constructor(
    private readonly lane: NativeLane,
    private readonly endpoint: NativeEndpoint,
  ) {}

  onModuleInit(): void {
    this.lane.register('/api/servers/:server/mcp', this.endpoint);
  }
}

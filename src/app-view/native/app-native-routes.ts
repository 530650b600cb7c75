import { Injectable, type OnModuleInit } from '@nestjs/common';
import { NativeLane } from '../../mcp-gateway/native/native-lane-routes.js';
import { AppEndpoint } from './app-endpoint.service.js';

/** The native endpoint of apps in the hot lane. */
@Injectable()
export class AppNativeRoutes implements OnModuleInit {
  constructor(
    private readonly lane: NativeLane,
    private readonly endpoint: AppEndpoint,
  ) {}

  onModuleInit(): void {
    this.lane.register('/api/apps/:app/mcp', this.endpoint);
  }
}

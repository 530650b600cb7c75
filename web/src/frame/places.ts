import {
  Activity,
  AppWindow,
  MessageSquare,
  Plug,
  Server,
  ShieldQuestion,
  SlidersHorizontal,
  Stethoscope,
  Users,
  Workflow,
  type LucideIcon,
} from 'lucide-react';
import type { Me } from '../api/me.ts';

/** A page of the navigation. */
export interface Place {
  readonly name: string;
  readonly to: string;
  readonly icon: LucideIcon;
  readonly isFor: (me: Me) => boolean;
}

const readsTools = (me: Me): boolean => me.may('tools:read');
const operates = (me: Me): boolean => me.may('operator');

/** In the order of their worth. */
export const places: readonly Place[] = [
  { name: 'Servers', to: '/servers', icon: Server, isFor: readsTools },
  { name: 'Apps', to: '/apps', icon: AppWindow, isFor: (me) => me.may('apps:read') },
  { name: 'Connect', to: '/connect', icon: Plug, isFor: readsTools },
  { name: 'Calls', to: '/calls', icon: Activity, isFor: readsTools },
  { name: 'Approvals', to: '/approvals', icon: ShieldQuestion, isFor: (me) => me.may('tools:call') },
  { name: 'Workflows', to: '/workflows', icon: Workflow, isFor: readsTools },
  { name: 'Chat', to: '/chat', icon: MessageSquare, isFor: (me) => me.may('tools:call') },
  { name: 'People', to: '/people', icon: Users, isFor: (me) => me.may('account') },
  { name: 'Settings', to: '/settings', icon: SlidersHorizontal, isFor: operates },
  { name: 'Doctor', to: '/doctor', icon: Stethoscope, isFor: operates },
];

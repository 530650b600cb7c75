import { styleText } from 'node:util';
import type { Environment } from '../environment.js';

type Colour = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** Colours for one stream, or none. */
export class Style {
  constructor(private readonly on: boolean) {}

  paint(colour: Colour, text: string): string {
    return this.on && text !== '' ? styleText(colour, text, { validateStream: false }) : text;
  }

  bold = (text: string): string => this.paint('bold', text);
  dim = (text: string): string => this.paint('dim', text);
  red = (text: string): string => this.paint('red', text);
  green = (text: string): string => this.paint('green', text);
  yellow = (text: string): string => this.paint('yellow', text);
  cyan = (text: string): string => this.paint('cyan', text);
}

/** Whether a stream gets colours: NO_COLOR (no-color.org) and FORCE_COLOR go before what the stream is. */
export function wantsColour(isTerminal: boolean, environment: Environment): boolean {
  if (environment['NO_COLOR'] !== undefined) return false;
  const forced = environment['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return isTerminal && environment['TERM'] !== 'dumb';
}

export function bundleConsole(): Promise<boolean>;
export function takeConsoleOver(target: string): void;

/** JSON that somebody writes; nothing is nothing. */
export function readJson(text: string): { readonly value?: unknown; readonly fault?: string } {
  if (text.trim() === '') return {};
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { fault: `This is not JSON: ${error instanceof Error ? error.message : ''}` };
  }
}

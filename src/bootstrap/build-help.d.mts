export const HELP_PAGES: readonly string[]
export function buildHelp(folder: string): void

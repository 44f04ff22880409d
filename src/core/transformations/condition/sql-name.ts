import { RESERVED_WORDS } from './reserved-words.ts'

/** The name of a column as SQL takes it: plain words as they are, others in quotes. */
export const sqlName = (name: string): string =>
  /^[a-z_][a-z0-9_]*$/i.test(name) && !RESERVED_WORDS.has(name.toLowerCase()) ? name : `"${name.replaceAll('"', '""')}"`

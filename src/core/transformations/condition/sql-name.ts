import { RESERVED_WORDS } from './reserved-words.ts'

/** The name of a column in SQL: plain words unchanged, others in quotes. */
export const sqlName = (name: string): string =>
  /^[a-z_][a-z0-9_]*$/i.test(name) && !RESERVED_WORDS.has(name.toLowerCase()) ? name : `"${name.replaceAll('"', '""')}"`

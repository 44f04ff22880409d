import { join } from 'node:path'

/** Where production keeps what was compiled, so that the next process starts in a third of the time, and smaller. */
export const COMPILED = join(import.meta.dirname, '../../node_modules/.cache/millrace/compiled')

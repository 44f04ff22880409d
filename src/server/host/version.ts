import { readFileSync } from 'node:fs'

/** Of this build, as package.json has it: the only place. */
export const VERSION: string = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
).version

import { readFileSync } from 'node:fs'

/** The version of this build, from package.json: the only place. */
export const VERSION: string = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
).version

/** Whether a version such as `0.9.0` comes before another. */
export function isOlderVersion(version: string, other: string): boolean {
  const [own, their] = [version, other].map((text) => text.split('.').map(Number))
  const index = own?.findIndex((part, at) => part !== their?.[at]) ?? -1
  return index !== -1 && (own?.[index] ?? 0) < (their?.[index] ?? 0)
}

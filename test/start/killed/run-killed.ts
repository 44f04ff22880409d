import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { pick, pickSome } from '../../faults/pick.ts'
import { SEED, TRIES_ALL } from '../../support/samples.ts'
import { PROGRAM } from '../installation.ts'
import { launch, ROOT, temporaryFolder } from '../launch.ts'

const KILLER = ['--import', join(ROOT, 'test', 'support', 'kill-at-write.ts')]

/** For `npm run test:full`. */
export const LONG = 30 * 60 * 1000

interface Killed {
  /** Before the command. */
  readonly program?: readonly string[]
  /** The point at which it is killed, from 1, or its place; absent: it comes to its end. */
  readonly at?: number | string
  /** Whether all that it started is killed too, as by a power failure; by default at every other point. */
  readonly isPowerFailure?: boolean
  readonly env?: Readonly<Record<string, string>>
  /** A server is asked to stop when this is true. */
  readonly isDone?: (url: string) => Promise<boolean>
}

/**
 * Runs a command until one of its writes kills it.
 * A server is asked to stop when it is ready. @returns the places of all points when nothing killed it
 */
export async function runKilled(
  folder: string,
  words: readonly string[],
  { program = PROGRAM, at, isPowerFailure = Number(at) % 2 === 0, env, isDone = async () => true }: Killed = {},
) {
  const count = join(await temporaryFolder('points of'), 'count')
  const kill = at === undefined ? {} : { KILL_AT: String(at), ...(isPowerFailure && { KILL_FAMILY: 'yes' }) }
  const { child, url, exited, stderr } = launch(folder, {
    args: [...KILLER, ...program, ...words],
    env: { ...env, ...kill, KILL_COUNT: count },
  })
  const ready = await url.catch(() => undefined)
  if (ready !== undefined) {
    while (child.exitCode === null && child.signalCode === null && !(await isDone(ready))) await delay(100)
    child.kill('SIGINT')
  }
  const { code } = await exited
  if (code !== null && code !== 0) throw new Error(`ended with ${code} before it was killed at ${at}: ${stderr()}`)
  return existsSync(count) ? readFileSync(count, 'utf8').split('\n') : undefined
}

interface Sample {
  /** In `npm test`: so many, because each takes seconds and each migration adds points. */
  readonly tries: number
  /** In `npm run test:full`: every nth; by default all points. */
  readonly everyInFull?: number
}

/** The points at which the command can be killed: some of them. */
export async function pointsOf(
  { tries, everyInFull = 1 }: Sample,
  folder: string,
  words: readonly string[],
  killed: Killed = {},
): Promise<readonly number[]> {
  const total = (await runKilled(folder, words, killed))?.length ?? 0
  const all = Array.from({ length: total }, (_, at) => at + 1)
  const chosen = TRIES_ALL ? pick(all, everyInFull, SEED) : pickSome(all, tries, SEED)
  process.stdout.write(`killed at ${chosen.length} of ${total} points\n`)
  return chosen
}

/** What is in a data folder, without the files of Postgres itself, and the folder that is made when a process for steps is. */
export const contentOf = (folder: string) =>
  ['', 'postgres/']
    .flatMap((place) => readdirSync(join(folder, place)).map((name) => place + name))
    .filter((name) => name !== 'steps')
    .sort()

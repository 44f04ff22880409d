import { readdirSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'

const LOOK_MS = 500

const MEGABYTE = 1024 * 1024

interface Options {
  /** Has a folder for each process; other processes of ours may have theirs there too. */
  readonly folder: string
  /** In megabytes, of all together. */
  readonly limit: number
  /** Called with the name of the folder that has the most, whoever uses it. */
  readonly tooMuch: (name: string) => void
}

/** Measures temporary files of steps from outside, while any are used: together they may have at most half of what would be free without them. */
export function watchDisk({ folder, limit, tooMuch }: Options): { start(): void; stop(): void } {
  const look = () => {
    const used = namesIn(folder).map((name) => ({ name, bytes: sizeOf(join(folder, name)) }))
    const sum = used.reduce((total, { bytes }) => total + bytes, 0)
    if (sum === 0 || sum <= Math.min(limit * MEGABYTE, (freeAt(folder) + sum) / 2)) return
    const [largest] = used.toSorted((a, b) => b.bytes - a.bytes)
    if (largest) tooMuch(largest.name)
  }
  let looking: NodeJS.Timeout | undefined
  return {
    start: () => {
      looking ??= setInterval(look, LOOK_MS).unref()
    },
    stop: () => {
      clearInterval(looking)
      looking = undefined
    },
  }
}

/** Of a folder that another process deletes meanwhile: none. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** The bytes that the files of a folder occupy, which may be fewer than their length. */
const sizeOf = (folder: string): number =>
  namesIn(folder).reduce(
    (total, name) => total + (statSync(join(folder, name), { throwIfNoEntry: false })?.blocks ?? 0) * 512,
    0,
  )

function freeAt(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    // Deleted meanwhile.
    return Number.POSITIVE_INFINITY
  }
}

import { readdirSync, readFileSync } from 'node:fs'

const SAMPLED_MS = 250
/** Whoever gets less than this of the machine measures nothing any more. */
const LEAST_SHARE = 0.1

/** In ticks of a processor. */
export interface Spent {
  /** Of all processors, whether they worked or not. */
  readonly all: number
  readonly busy: number
  /** Of this process and all that it started. */
  readonly own: number
}

/** How many times longer everything takes because others work on the same machine: 1 if nobody does. */
export function slowdownBy({ all, busy, own }: Spent): number {
  const others = all === 0 ? 0 : Math.max(0, busy - own) / all
  return 1 / Math.max(LEAST_SHARE, 1 - others)
}

/** What this process and its descendants do is not the work of others. @returns ends it, and tells the slowdown since it began */
export function watchMachine(): () => number {
  const before = machine()
  const spent = new Map<string, { readonly first: number; last: number }>()
  const sample = () => {
    for (const [id, ticks] of family()) {
      const known = spent.get(id)
      if (known) known.last = ticks
      else spent.set(id, { first: isFirst ? ticks : 0, last: ticks })
    }
  }
  let isFirst = true
  sample()
  isFirst = false
  // Those that were killed are known by their last sample.
  const timer = setInterval(sample, SAMPLED_MS)
  return () => {
    clearInterval(timer)
    sample()
    const { all, busy } = machine()
    const own = [...spent.values()].reduce((sum, { first, last }) => sum + last - first, 0)
    return slowdownBy({ all: all - before.all, busy: busy - before.busy, own })
  }
}

function machine(): Omit<Spent, 'own'> {
  const [line = ''] = readFileSync('/proc/stat', 'latin1').split('\n')
  const [user = 0, nice = 0, system = 0, idle = 0, waiting = 0, ...interrupts] = line
    .split(/\s+/)
    .slice(1, 9)
    .map(Number)
  const busy = [user, nice, system, ...interrupts].reduce((sum, ticks) => sum + ticks)
  return { all: busy + idle + waiting, busy }
}

/** The ticks of each process of ours, by its number and the time at which it began. */
function family(): Map<string, number> {
  const processes = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        const fields = statOf(name)
        return fields ? [[Number(name), fields] as const] : []
      }),
  )
  const isOurs = (id: number): boolean => id === process.pid || (id > 1 && isOurs(processes.get(id)?.parent ?? 0))
  return new Map([...processes].filter(([id]) => isOurs(id)).map(([id, { begun, ticks }]) => [`${id} ${begun}`, ticks]))
}

function statOf(id: string) {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'latin1')
    // The name of the program is in brackets, and may have spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]), begun: fields[19] ?? '' }
  } catch {
    return undefined
  }
}

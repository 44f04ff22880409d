import { FAULTS, type PlannedFault, type Point } from './fault-points.ts'
import type { FlowKind } from './flow-kind.ts'
import { FLOW_KINDS } from './flow-kinds.ts'
import type { Servers } from './servers.ts'
import { type Outcome, tryFault } from './trial.ts'
import type { Workers } from './workers.ts'

/** How to meet the same fault again: `--only pg-pg:destination:17:hang`. */
export const nameOf = (kind: string, { link, number, fault }: PlannedFault) => `${kind}:${link}:${number}:${fault}`

export interface Trial extends Outcome {
  readonly name: string
}

export interface TriedKind {
  readonly name: string
  /** How many points a run without a fault has. */
  readonly points: number
  readonly trials: readonly Trial[]
}

interface Choice {
  /** Which of all faults of a kind are tried, in their order. */
  readonly choose: (faults: readonly PlannedFault[]) => readonly PlannedFault[]
  readonly onTrial?: (trial: Trial) => void
}

/** Runs a flow of one kind without a fault to learn its points, then once for each fault that is chosen. */
export async function tryKind(
  servers: Servers,
  workers: Workers,
  name: string,
  { choose, onTrial }: Choice,
): Promise<TriedKind> {
  const make = FLOW_KINDS[name]
  if (!make) throw new Error(`There is no kind of flow "${name}": ${Object.keys(FLOW_KINDS).join(', ')}.`)
  const kind: FlowKind = { name, ...(await make(servers)) }
  try {
    const points = await learnPoints(servers, kind, workers)
    const trials: Trial[] = []
    for (const planned of choose(points.flatMap((point) => FAULTS.map((fault) => ({ ...point, fault }))))) {
      const trial = { name: nameOf(name, planned), ...(await tryFault(servers, kind, workers, planned)) }
      trials.push(trial)
      onTrial?.(trial)
    }
    return { name, points: points.length, trials }
  } finally {
    await kind.stop()
  }
}

/** Twice, because a worker's first run opens what later ones find open. */
async function learnPoints(servers: Servers, kind: FlowKind, workers: Workers): Promise<readonly Point[]> {
  await tryFault(servers, kind, workers)
  const { breaches, counts } = await tryFault(servers, kind, workers)
  if (breaches.length > 0) throw new Error(`${kind.name} does not work without a fault: ${JSON.stringify(breaches)}`)
  return [...counts].flatMap(([link, count]) => Array.from({ length: count }, (_, n) => ({ link, number: n + 1 })))
}

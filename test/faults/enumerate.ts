import { makeBystander } from './bystander.ts'
import { FAULTS, type LearnedPoint, type PlannedFault } from './fault-points.ts'
import type { FlowKind } from './flow-kind.ts'
import { FLOW_KINDS } from './flow-kinds.ts'
import type { Journal } from './journal.ts'
import type { Servers } from './servers.ts'
import { type Breach, tryFault } from './trial.ts'
import type { Workers } from './workers.ts'

/** How to meet the same fault again: `--only pg-pg:destination:17:hang`. */
export const nameOf = (kind: string, { link, number, fault }: PlannedFault) => `${kind}:${link}:${number}:${fault}`

export interface Trial {
  readonly name: string
  /** What was sent when the fault struck; absent: the run was over before it came to that point. */
  readonly struck?: string | undefined
  readonly breaches: readonly Breach[]
}

export interface TriedKind {
  readonly name: string
  /** How many points a run without a fault has. */
  readonly points: number
  readonly trials: readonly Trial[]
}

interface Choice {
  /** Which of all faults of a kind are tried, in their order. */
  readonly choose: (faults: readonly (PlannedFault & LearnedPoint)[]) => readonly PlannedFault[]
  /** Whether the rest of them is left out. */
  readonly isEnough?: (trials: readonly Trial[]) => boolean
  /** Of earlier sittings, whose trials are not made again. */
  readonly journal?: Journal
  readonly onTrial?: (trial: Trial) => void
}

/** Runs a flow of one kind without a fault to learn its points, then once for each fault that is chosen. */
export async function tryKind(
  servers: Servers,
  workers: Workers,
  name: string,
  { choose, isEnough = () => false, journal, onTrial }: Choice,
): Promise<TriedKind> {
  const make = FLOW_KINDS[name]
  if (!make) throw new Error(`There is no kind of flow "${name}": ${Object.keys(FLOW_KINDS).join(', ')}.`)
  const kind: FlowKind = { name, ...(await make(servers)) }
  try {
    const bystander = await makeBystander(servers)
    const points = await learnPoints(servers, kind, workers)
    const trials: Trial[] = []
    for (const planned of choose(points.flatMap((point) => FAULTS.map((fault) => ({ ...point, fault }))))) {
      if (isEnough(trials)) break
      const known = journal?.find(nameOf(name, planned))
      if (known) {
        trials.push(known)
        continue
      }
      const trial = { name: nameOf(name, planned), ...(await tryFault(servers, kind, workers, { planned, bystander })) }
      trials.push(trial)
      journal?.add(trial)
      onTrial?.(trial)
    }
    return { name, points: points.length, trials }
  } finally {
    await kind.stop()
  }
}

/** A worker's first run opens what later ones find open, so that it has more points. */
async function learnPoints(servers: Servers, kind: FlowKind, workers: Workers): Promise<readonly LearnedPoint[]> {
  const { hasExecuted } = await workers.take({ signIn: kind.signIn })
  if (!hasExecuted) await tryFault(servers, kind, workers)
  const { breaches, sent } = await tryFault(servers, kind, workers)
  if (breaches.length > 0) throw new Error(`${kind.name} does not work without a fault: ${JSON.stringify(breaches)}`)
  return [...sent].flatMap(([link, pieces]) => pieces.map((sent, at) => ({ link, number: at + 1, sent })))
}

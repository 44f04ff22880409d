import type { Verdict } from './proxy.ts'

/**
 * What happens at a point. A killed process and a call that never came are told apart by what the worker still knows. `away` is `before`, and nobody
 * gets through for a while, as with a server that starts again. With the last three the network is well: the process is paused until another one has
 * the run, it is asked to stop, or somebody cancels the run.
 */
export const FAULTS = ['before', 'after', 'hang', 'kill', 'away', 'pause', 'stop', 'cancel'] as const
export type Fault = (typeof FAULTS)[number]

/** The nth thing that a run sends over a link: a query, a piece of rows, a part of a request. */
export interface Point {
  readonly link: string
  /** From 1. */
  readonly number: number
}

/** A point with what is sent there in a run without a fault. */
export interface LearnedPoint extends Point {
  readonly sent: string
}

export interface PlannedFault extends Point {
  readonly fault: Fault
}

const VERDICTS: Readonly<Record<Fault, Verdict>> = {
  before: 'reset',
  after: 'lose-answer',
  hang: 'black-hole',
  // The system closes the connections of a process that is no more.
  kill: 'black-hole',
  away: 'reset',
  pause: 'pass',
  stop: 'pass',
  cancel: 'pass',
}

export interface FaultPoints {
  /** For the proxy of a link. */
  judge(link: string): (sent: Buffer) => Verdict
  /** Counts from one again; the fault strikes once. `onStrike` has to do at once what concerns the worker. */
  begin(planned?: PlannedFault, onStrike?: (fault: Fault) => void): void
  /** Whoever was away is there again. */
  comeBack(): void
  /** Nothing strikes any more. */
  end(): Passed
}

/** What a run has sent. */
export interface Passed {
  /** Over each link, piece by piece. */
  readonly sent: ReadonlyMap<string, readonly string[]>
  /** What was sent when the fault struck, for people; absent: the run came by without reaching that point. */
  readonly struck: string | undefined
}

/** Numbers everything that leaves a worker, from outside of it: production code knows nothing of faults. */
export function makeFaultPoints(): FaultPoints {
  let passed = new Map<string, string[]>()
  let plan: PlannedFault | undefined
  let strike: (fault: Fault) => void = () => {}
  let struck: string | undefined
  let away: string | undefined

  return {
    judge: (link) => (sent) => {
      const pieces = passed.get(link) ?? []
      passed.set(link, pieces)
      const words = wordsOf(sent)
      pieces.push(words)
      if (away === link) return 'reset'
      if (plan?.link !== link || plan.number !== pieces.length) return 'pass'
      const { fault } = plan
      plan = undefined
      struck = words
      if (fault === 'away') away = link
      strike(fault)
      return VERDICTS[fault]
    },
    begin(planned, onStrike = () => {}) {
      passed = new Map()
      plan = planned
      strike = onStrike
      struck = undefined
    },
    comeBack() {
      away = undefined
    },
    end() {
      plan = undefined
      return { sent: passed, struck }
    },
  }
}

/** The first words in a message of whatever protocol. */
const wordsOf = (sent: Buffer) =>
  (/[\x20-\x7e]{6,}/.exec(sent.toString('latin1'))?.[0] ?? `${sent.length} bytes`).trim().slice(0, 70)

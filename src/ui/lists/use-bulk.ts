import { useRef, useState } from 'react'

/** The number of parallel operations: fast for users, light for the systems. */
const AT_ONCE = 3

export type Outcome =
  | { readonly state: 'waiting' | 'going' | 'done' }
  | { readonly state: 'skipped'; readonly reason: string }
  | { readonly state: 'failed'; readonly error: unknown }

interface Identified {
  readonly id: string
}

interface Bulk<T> {
  readonly items: readonly T[]
  /** The reason why one is skipped. */
  skips(item: T): string | undefined
  /** Throws when it failed. */
  perform(item: T): Promise<unknown>
  /** Once, after the last. */
  onOver(): void
}

/** Does the same with several objects and stores the result of each; a failure does not stop the others. */
export function useBulk<T extends Identified>({ items, skips, perform, onOver }: Bulk<T>) {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(() => new Map(items.map(first)))
  const [step, setStep] = useState<'asking' | 'going' | 'over'>('asking')
  const isStarted = useRef(false)

  function first(item: T): [string, Outcome] {
    const reason = skips(item)
    return [item.id, reason === undefined ? { state: 'waiting' } : { state: 'skipped', reason }]
  }
  const keep = (id: string, outcome: Outcome) => setOutcomes((known) => new Map(known).set(id, outcome))

  const start = async () => {
    if (isStarted.current) return
    isStarted.current = true
    setStep('going')
    const queue = items.filter((item) => skips(item) === undefined)
    const work = async () => {
      for (let item = queue.shift(); item; item = queue.shift()) {
        keep(item.id, { state: 'going' })
        try {
          await perform(item)
          keep(item.id, { state: 'done' })
        } catch (error) {
          keep(item.id, { state: 'failed', error })
        }
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    setStep('over')
    onOver()
  }

  const count = (state: Outcome['state']) => [...outcomes.values()].filter((outcome) => outcome.state === state).length
  return { step, outcomeOf: (id: string) => outcomes.get(id) ?? { state: 'waiting' as const }, count, start }
}

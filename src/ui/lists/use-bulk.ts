import { useRef, useState } from 'react'

/** How many are worked on at a time: quick for people, easy on the systems behind. */
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
  /** Why one is left out; it is not tried then. */
  skips(item: T): string | undefined
  /** Throws when it could not be done. */
  perform(item: T): Promise<unknown>
  /** Once, after the last. */
  onOver(): void
}

/** Does the same to several things and keeps what came of each; a failure keeps none of the others from its turn. */
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

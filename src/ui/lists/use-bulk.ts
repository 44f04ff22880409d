import { useRef, useState } from 'react'

import type { BulkResult } from '../../core/bulk/bulk-result.ts'
import { isUnanswered } from '../../core/bulk/is-unanswered.ts'
import type { Failure } from '../../core/failure.ts'
import type { Result } from '../../core/result.ts'
import { type BulkName, useNoteBulk } from '../queries/use-unfinished-bulk.ts'

export type Outcome =
  | { readonly state: 'waiting' | 'going' | 'done' | 'unanswered' }
  | { readonly state: 'skipped'; readonly reason: string }
  | { readonly state: 'failed'; readonly failure: Failure }

interface Identified {
  readonly id: string
}

interface Bulk<T> {
  readonly name: BulkName
  readonly items: readonly T[]
  /** The reason why one is skipped. */
  skips(item: T): string | undefined
  /** The call for all of them that are not skipped. */
  perform(items: readonly T[]): Promise<Result<BulkResult>>
  /** What it shows now, of that which the action changes. */
  markOf(item: T): string
  /** Once, after the last. */
  onOver(): void
}

/** Asks the server to do the same with several objects, and keeps what became of each. The server goes on if this page is left. */
export function useBulk<T extends Identified>({ name, items, skips, perform, markOf, onOver }: Bulk<T>) {
  const noteBulk = useNoteBulk(name)
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(() => new Map(items.map(first)))
  const [step, setStep] = useState<'asking' | 'going' | 'over'>('asking')
  const isStarted = useRef(false)

  function first(item: T): [string, Outcome] {
    const reason = skips(item)
    return [item.id, reason === undefined ? { state: 'waiting' } : { state: 'skipped', reason }]
  }
  const start = async () => {
    if (isStarted.current) return
    isStarted.current = true
    setStep('going')
    const wanted = items.filter((item) => skips(item) === undefined)
    const keep = (outcomeOf: (id: string) => Outcome) =>
      setOutcomes((known) => new Map([...known, ...wanted.map(({ id }) => [id, outcomeOf(id)] as const)]))
    keep(() => ({ state: 'going' }))
    // Whoever closes the page before the answer finds what is left in the list.
    const forget = noteBulk(
      items.map((item) => ({ id: item.id, mark: skips(item) === undefined ? markOf(item) : undefined })),
    )
    const result = await perform(wanted)
    const isLost = !result.ok && isUnanswered(result.failure)
    if (!isLost) forget()
    keep((id) => {
      if (isLost) return { state: 'unanswered' }
      const failure = result.ok ? result.value.failures.get(id) : result.failure
      return failure ? { state: 'failed', failure } : { state: 'done' }
    })
    setStep('over')
    onOver()
  }

  const count = (state: Outcome['state']) => [...outcomes.values()].filter((outcome) => outcome.state === state).length
  return { step, outcomeOf: (id: string) => outcomes.get(id) ?? { state: 'waiting' as const }, count, start }
}

import { useLingui } from '@lingui/react'
import { useState } from 'react'

import type { RunStream } from '../../../core/runs/run.ts'

/** What the tables of a run are compared by. */
type Compared = (stream: RunStream) => string | number | undefined

interface Order {
  readonly by: string
  readonly direction: 'ascending' | 'descending'
}

/** The order in which a person wants the tables of a run: the largest figures first, then the smallest, then as they were. */
export function useTableOrder(columns: Readonly<Record<string, Compared>>) {
  const { locale } = useLingui().i18n
  const [order, setOrder] = useState<Order>()
  const comparedOf = order && columns[order.by]
  return {
    ordered: (streams: readonly RunStream[]): readonly RunStream[] => {
      if (!comparedOf) return streams
      const { compare } = new Intl.Collator(locale, { numeric: true })
      const sign = order.direction === 'ascending' ? 1 : -1
      return streams.toSorted((left, right) => {
        const [one, other] = [comparedOf(left), comparedOf(right)]
        // What has no figure comes last in both directions.
        if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined)
        const isNumber = typeof one === 'number' && typeof other === 'number'
        return sign * (isNumber ? one - other : compare(String(one), String(other)))
      })
    },
    /** Props for the heading of a column. */
    sortBy: (by: string) => ({
      direction: order?.by === by ? order.direction : undefined,
      onToggle: () => setOrder(order?.by === by ? after(order) : { by, direction: firstOf(by) }),
    }),
  }
}

const firstOf = (by: string): Order['direction'] => (by === 'name' ? 'ascending' : 'descending')

const after = ({ by, direction }: Order): Order | undefined =>
  direction === firstOf(by) ? { by, direction: direction === 'ascending' ? 'descending' : 'ascending' } : undefined

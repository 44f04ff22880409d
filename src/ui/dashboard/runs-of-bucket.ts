import { defined } from '../../core/catalog/defined.ts'
import type { ListFilters } from '../routing/search.ts'

/** The runs of one bucket: until the start of the next one, or until now. */
export const runsOfBucket = (buckets: readonly { readonly start: string }[], index: number): ListFilters => {
  const [from, to] = [buckets[index]?.start, buckets[index + 1]?.start]
  return defined({ dry: 'no', from, to })
}

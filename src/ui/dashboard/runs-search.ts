import type { ListFilters } from '../routing/search.ts'

/** The address of some runs among all of the organization's. */
export type RunsSearch = ListFilters & { readonly view: 'runs' }

/** The runs of one bucket: until the next begins, or until now. */
export const runsOfBucket = (buckets: readonly { readonly start: string }[], index: number): RunsSearch => {
  const [from, to] = [buckets[index]?.start, buckets[index + 1]?.start]
  return { view: 'runs', dry: 'no', ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
}

import { availableParallelism } from 'node:os'

import type { BlockRange, RangedTable } from '../connectors/ranges.ts'

/** How large tables are cut into ranges. */
export interface RangePlan {
  /** Of one range. */
  readonly blocks: number
  /** Ranges on their way at the same time; as many again are opened or committed meanwhile. */
  readonly atOnce: number
}

/** Below that a table is on its way again as soon as it could be resumed. */
const LEAST_RANGES = 4

/** Fewer than that are moved before another worker has opened its sessions. */
export const LEAST_SHARED_RANGES = 8

/** Two servers keep two cores busy with one range; four ranges keep a disk busy, whatever the number of cores. */
const CORES_FOR_SEVERAL = 8
const MOST_AT_ONCE = 4

const cores = availableParallelism()

/**
 * 32,768 blocks are 256 MB, so some seconds of work are lost when a worker dies, and what a range costs beyond its rows is little beside
 * them. So tables from 1 GB on are read in ranges.
 */
export const RANGE_PLAN: RangePlan = {
  blocks: 32_768,
  atOnce: cores < CORES_FOR_SEVERAL ? 1 : Math.min(Math.floor(cores / 4), MOST_AT_ONCE),
}

/** The ranges of a table, in order; none where it is too small to be cut. Every range of a plan is equally long, also the last. */
export function rangesOf({ blocks }: RangedTable, plan: RangePlan): readonly BlockRange[] {
  const count = Math.ceil(blocks / plan.blocks)
  if (count < LEAST_RANGES) return []
  return Array.from({ length: count }, (_, n) => ({ first: n * plan.blocks, end: (n + 1) * plan.blocks }))
}

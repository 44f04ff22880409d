import { availableParallelism } from 'node:os'

import type { BlockRange, RangedTable } from '../ports/ranges.ts'

/** How large tables are cut into ranges. */
export interface RangePlan {
  /** Of one range. */
  readonly blocks: number
  /** Tables that are too small for ranges of that length are cut into shorter ones, down to this. Absent: they stay whole. */
  readonly leastBlocks?: number
  /** Ranges on their way at the same time; as many again are opened or committed meanwhile. */
  readonly atOnce: number
  /** So many cores of its machine have nothing to do when another worker begins to assist. Absent: none need to. */
  readonly idleCores?: number
}

/** Below that a table is on its way again as soon as it could be resumed. */
const LEAST_RANGES = 4

/** So many ranges keep several sessions evenly busy to the end. */
const EVEN_RANGES = 8

/** Fewer than that are moved before another worker has opened its sessions. */
const LEAST_SHARED_RANGES = 8

/** One session fills a core of the destination's server, and waits while the source's reads; four keep eight cores or a disk busy. */
const LEAST_AT_ONCE = 2
const MOST_AT_ONCE = 4

/** A worker and its sessions on cores that are busy with the same table only take turns with those that move it. */
const IDLE_CORES = 0.5

/**
 * 32,768 blocks are 256 MB, so some seconds of work are lost when a worker dies. Down to 16 MB, what a range costs beyond its rows is little beside
 * them; so tables from 64 MB on go in ranges.
 */
export const RANGE_PLAN: RangePlan = {
  blocks: 32_768,
  leastBlocks: 2_048,
  atOnce: Math.min(Math.max(Math.floor(availableParallelism() / 2), LEAST_AT_ONCE), MOST_AT_ONCE),
  idleCores: IDLE_CORES,
}

/**
 * The ranges of a table, in order; none where it is too small to be cut. Every range is equally long, also the last, and as long as those of a table
 * of about the same size, so that a table that grew is cut in the same places.
 */
export function rangesOf({ blocks }: RangedTable, plan: RangePlan): readonly BlockRange[] {
  let length = plan.blocks
  while (blocks < EVEN_RANGES * length && length / 2 >= (plan.leastBlocks ?? plan.blocks)) length /= 2
  const count = Math.ceil(blocks / length)
  if (count < LEAST_RANGES) return []
  return Array.from({ length: count }, (_, n) => ({ first: n * length, end: (n + 1) * length }))
}

/** The shortest block that Postgres can be built with, in bytes. */
const SHORTEST_BLOCK = 1_024

/** Whether a table of so many bytes has too few blocks to be cut, however short they are. */
export const isTooSmall = (bytes: number, { blocks, leastBlocks = blocks }: RangePlan): boolean =>
  bytes / SHORTEST_BLOCK < LEAST_RANGES * leastBlocks

/** Whether a table is cut only because it is cut shorter than others, so that it is soon over anyway. */
export const isSoonOver = (ranges: readonly BlockRange[], { blocks }: RangePlan): boolean =>
  (ranges.at(-1)?.end ?? 0) < LEAST_RANGES * blocks

/** Whether what is left of a table keeps another worker busy for longer than it takes to open its sessions. */
export const areWorthSharing = (left: readonly BlockRange[], plan: RangePlan): boolean =>
  left.length >= LEAST_SHARED_RANGES && !left.some(({ first, end }) => end - first < plan.blocks)

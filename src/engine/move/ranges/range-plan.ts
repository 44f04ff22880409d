import { availableParallelism } from 'node:os'

import type { TableRange } from '../../ports/ranges.ts'

/** How large tables are split into ranges. */
export interface RangePlan {
  /** The number of blocks of one range. */
  readonly blocks: number
  /** Tables that are too small for ranges of that length get shorter ones, down to this length. Absent: they are not split. */
  readonly leastBlocks?: number
  /** Number of ranges that are copied at the same time; as many again are opened or committed meanwhile. */
  readonly atOnce: number
  /** Number of idle cores of its machine at which another worker begins to assist. */
  readonly idleCores?: number
  /** Tables that are moved in one piece are given to another worker if they have so many bytes together. Absent: as many as are worth it. */
  readonly leastGiven?: number
}

/** A smaller table is copied again as fast as it could be resumed. */
const LEAST_RANGES = 4

/** With this many ranges, several sessions are evenly busy until the end. */
const EVEN_RANGES = 8

/** Fewer than this are moved before another worker has opened its sessions. */
const LEAST_SHARED_RANGES = 8

/** One session uses a whole core of the destination's server, and waits for the source; four use eight cores or a disk. */
const LEAST_AT_ONCE = 2
const MAX_CONCURRENT = 4

/** On cores that are busy with the same table, another worker and its sessions would only compete with those that move it. */
const IDLE_CORES = 0.5

/**
 * 32,768 blocks are 256 MB, so a failed worker loses some seconds of work. Down to 16 MB, the additional cost of a range is small compared with its
 * rows; so tables from 64 MB on are copied in ranges.
 */
export const RANGE_PLAN: RangePlan = {
  blocks: 32_768,
  leastBlocks: 2_048,
  atOnce: Math.min(Math.max(Math.floor(availableParallelism() / 2), LEAST_AT_ONCE), MAX_CONCURRENT),
  idleCores: IDLE_CORES,
}

/** How many blocks a range of a table with so many blocks has. @returns nothing if it is too small for ranges */
export function lengthOf(blocks: number, plan: RangePlan): number | undefined {
  let length = plan.blocks
  while (blocks < EVEN_RANGES * length && length / 2 >= (plan.leastBlocks ?? plan.blocks)) length /= 2
  return Math.ceil(blocks / length) < LEAST_RANGES ? undefined : length
}

/** The smallest block size of Postgres builds, in bytes. */
const SHORTEST_BLOCK = 1_024

/** Whether a table of this size has too few blocks to be split, even with the smallest blocks. */
export const isTooSmall = (bytes: number, { blocks, leastBlocks = blocks }: RangePlan): boolean =>
  bytes / SHORTEST_BLOCK < LEAST_RANGES * leastBlocks

/** That of all builds but a few. */
const USUAL_BLOCK = 8_192

/** Whether a table of this size is probably split. */
export const isProbablySplit = (bytes: number, { blocks, leastBlocks = blocks }: RangePlan): boolean =>
  bytes / USUAL_BLOCK >= LEAST_RANGES * leastBlocks

/** Whether a table is split only because its ranges are shorter than usual, so that its copy is short anyway. */
export const isSoonOver = (blocks: number, length: number, plan: RangePlan): boolean =>
  Math.ceil(blocks / length) * length < LEAST_RANGES * plan.blocks

/** Whether the rest of a table keeps another worker busy for longer than opening its sessions takes. @param length of its ranges */
export const areWorthSharing = (left: readonly TableRange[], length: number, plan: RangePlan): boolean =>
  left.length >= LEAST_SHARED_RANGES && length >= plan.blocks

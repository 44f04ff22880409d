import { sentence } from '../../core/catalog/sentence.ts'
import { ConnectorError, type Problem } from '../ports/connector.ts'

const MEGABYTE = 1 << 20

/** How much memory rows may take in this process, in bytes. */
export interface RowMemory {
  /** One row. */
  readonly row: number
  /** All large rows that are on their way at the same time, with the buffers around them. */
  readonly all: number
}

export const ROW_MEGABYTES = 64

let limits: RowMemory = { row: ROW_MEGABYTES * MEGABYTE, all: 256 * MEGABYTE }

/** For this process, before it moves a row. */
export function limitRowMemory(wanted: RowMemory): void {
  limits = wanted
}

/** Smaller rows are never many at a time, because every reader waits for its writer. */
const SMALL_BYTES = MEGABYTE

const CODE = 'ROW_TOO_LARGE'

/** A row needs more memory than rows may have. */
export class RowTooLarge extends ConnectorError {
  /** @param isAll whether it is too large together with others only */
  constructor(megabytes: number, isAll: boolean) {
    const row = sentence`A row`
    super({
      code: CODE,
      message: isAll
        ? sentence`${row} is large, and rows that are moved at the same time take more than ${megabytes} MB together.`
        : sentence`${row} has more than ${megabytes} MB.`,
      hint: isAll
        ? sentence`Move fewer tables with large values in one run, or leave out the column with the large values. Whoever runs this server can allow more (TASK_MEMORY).`
        : sentence`Leave out the column with the large values. Whoever runs this server can allow more (ROW_MEMORY).`,
    })
  }
}

/** Readers know rows, and streams their tables. */
export function withTable(problem: Problem, table: string): Problem {
  if (problem.code !== CODE) return problem
  const [, ...limit] = problem.message.values
  return { ...problem, message: { ...problem.message, values: [sentence`A row of ${table}`, ...limit] } }
}

/** Asked before memory is taken for a row of so many bytes, of which only the length is known yet. @throws RowTooLarge */
export function requireRowMemory(bytes: number): void {
  if (bytes <= SMALL_BYTES) return
  if (bytes > limits.row) throw new RowTooLarge(Math.floor(limits.row / MEGABYTE), false)
  // What nobody holds any more counts until it is collected, and the second collection waits for the buffers that the first one found.
  for (const _ of [1, 2]) {
    if (heldBytes() + bytes <= limits.all) return
    globalThis.gc?.()
  }
  if (heldBytes() + bytes > limits.all) throw new RowTooLarge(Math.floor(limits.all / MEGABYTE), true)
}

/** @returns why no memory may be taken for a row of so many bytes */
export function refusedRowMemory(bytes: number): RowTooLarge | undefined {
  try {
    requireRowMemory(bytes)
    return undefined
  } catch (error) {
    if (error instanceof RowTooLarge) return error
    throw error
  }
}

/** Of all buffers: measured and not counted, so nothing stays counted of a row whose reader has ended. */
const heldBytes = (): number => process.memoryUsage().arrayBuffers

import { createHash } from 'node:crypto'

import type { FinishedRange, TableRange } from '../../ports/ranges.ts'
import type { Fence } from '../../ports/target-request.ts'
import { idOf } from './commit-jobs.ts'

/** The folder with the ranges of all runs of a flow for one table, beside those of its attempts, which have numbers. */
export const RANGES = 'ranges'

export const rangesFolder = (loadId: string): string => `millrace/${loadId}/${RANGES}/`

/** Of one run, whatever attempt wrote them. */
export const runFolder = (loadId: string, { runId }: Pick<Fence, 'runId'>): string =>
  `${rangesFolder(loadId)}${idOf(runId)}/`

/** Of one plan, because other rows may be in ranges of another one. */
export const planFolder = (loadId: string, fence: Pick<Fence, 'runId'>, plan: string): string =>
  `${runFolder(loadId, fence)}${createHash('sha256').update(plan).digest('hex').slice(0, 32)}/`

/** What the objects with the rows of a range, as an attempt wrote them, begin with. */
export const rangePrefix = (folder: string, { first, end }: TableRange, { epoch }: Pick<Fence, 'epoch'>): string =>
  `${folder}${first}.${end}.${epoch}.`

/** A finished range and its objects. */
export interface StagedRange extends FinishedRange {
  /** The object that says that all others exist. */
  readonly note: string
  readonly objects: readonly string[]
}

/** The name of the object that is written after all others of a range: it has all that a later attempt must know. */
export const noteOf = (
  prefix: string,
  { rows, bytes, parts, proof }: Pick<FinishedRange, 'rows' | 'bytes' | 'proof'> & { readonly parts: number },
): string => `${prefix}whole.${rows}.${bytes}.${parts}.${Buffer.from(proof).toString('hex')}`

const NOTE = /^(.*\/(-?\d+)\.(-?\d+)\.\d+\.)whole\.(\d+)\.(\d+)\.(\d+)\.([0-9a-f]*)$/

/** The finished ranges among objects of one plan, in order; of several of one range the first counts. */
export function stagedRanges(names: readonly string[]): readonly StagedRange[] {
  const found = new Map<string, StagedRange>()
  for (const name of names) {
    const [, prefix, first = '', end = '', rows, bytes, parts, proof = ''] = NOTE.exec(name) ?? []
    if (prefix === undefined || found.has(first)) continue
    const objects = names.filter((other) => other.startsWith(`${prefix}part-`))
    if (objects.length !== Number(parts)) continue
    found.set(first, {
      first: BigInt(first),
      end: BigInt(end),
      rows: Number(rows),
      bytes: Number(bytes),
      proof: Buffer.from(proof, 'hex').toString(),
      note: name,
      objects,
    })
  }
  return [...found.values()].sort((one, other) => (one.first < other.first ? -1 : 1))
}

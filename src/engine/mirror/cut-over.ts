import { setTimeout as sleep } from 'node:timers/promises'
import { defined } from '../../core/catalog/defined.ts'
import { ConnectorError } from '../ports/connector.ts'
import { type AbsentObject, absentObjects } from './cut-over/absent-objects.ts'
import { numberedParts } from './cut-over/numbered-parts.ts'
import type { MomentStops } from './moment-stops.ts'
import type { CutOverOutcome, CutOverPlace, Proving, TableProof } from './proving.ts'
import { sendAgain } from './send-again.ts'
import { closePair, freezeSettled, proveTable, rowsOf, type SettledPair } from './settled-pair.ts'

/** Rows that differ are sent again, and then all tables are compared at another place. */
const ROUNDS = 3

const PAUSE_MS = 200

/**
 * Stops at a place in the log, compares all tables there, and lets the destination number new rows after those that have come. The mirror follows on;
 * changes that come after the place are told by its batches.
 * @throws ConnectorError when a side fails
 */
export async function cutOver(proving: Proving, wish: AbortSignal): Promise<void> {
  const signal = AbortSignal.any([proving.signal, wish])
  const within = { ...proving, signal }
  const all = new Set(proving.proof.tables.map(({ entity }) => entity))
  for (let round = 1; !signal.aborted; round++) {
    const pair = await pairAtPlace(within)
    if (!pair) return
    const { asOf, position, settled } = pair
    const proofs = await proveAll(within, pair)
    if (signal.aborted) return
    const unsettled = [...new Set([...all, ...proving.load.waiting, ...proving.load.paused.keys()])].filter(
      (entity) => !settled.has(entity),
    )
    const differing = proofs.filter(({ difference }) => difference && rowsOf(difference) > 0)
    if (differing.length > 0 && round < ROUNDS) {
      await sendAllAgain(within, differing)
      continue
    }
    // A mirror whose tables all have steps has no proof.
    const isComparable = proofs.length > 0 && unsettled.length === 0
    const isProven = isComparable && proofs.every(({ problem }) => !problem) && differing.length === 0
    const prepared = await prepare(within, isProven)
    // Everything that has come meanwhile is told by then.
    await passed(within)
    if (!signal.aborted) proving.onCutOver?.({ asOf, position, proofs, unsettled, isProven, ...prepared })
    return
  }
}

interface PlacedPair extends SettledPair, CutOverPlace {}

/** A snapshot that is no place in the log is followed by another. */
function pairAtPlace(proving: Proving): Promise<PlacedPair | undefined> {
  const { stops, load, signal, onCutOverPlace } = proving
  return untilReached(stops, signal, async (moment) => {
    const frozen = await freezeSettled(proving, moment)
    const place = { position: load.position, asOf: moment.takenAt }
    onCutOverPlace?.(place)
    return { ...frozen, ...place }
  })
}

const passed = ({ stops, signal }: Proving): Promise<unknown> =>
  untilReached(stops, signal, async ({ source }) => {
    await source.close()
    return true
  })

async function untilReached<T>(
  stops: MomentStops,
  signal: AbortSignal,
  work: Parameters<typeof stops.at<T>>[0],
): Promise<T | undefined> {
  for (let pause = PAUSE_MS; !signal.aborted; pause = Math.min(pause * 2, 10 * PAUSE_MS)) {
    const reached = await stops.at(work)
    if (reached !== undefined) return reached
    await sleep(pause, undefined, { signal }).catch(() => {})
  }
  return undefined
}

/** At one place, however long that takes: nothing should be written meanwhile. */
async function proveAll(proving: Proving, pair: PlacedPair): Promise<readonly TableProof[]> {
  const proofs: TableProof[] = []
  try {
    for (const table of pair.tables) {
      if (proving.signal.aborted) break
      if (!pair.settled.has(table.entity)) continue
      const proof = await proveTable(proving, table, pair)
      proving.onProof(proof)
      proofs.push(proof)
    }
    return proofs
  } catch (error) {
    if (proving.signal.aborted) return proofs
    throw error
  } finally {
    await closePair(pair)
  }
}

async function sendAllAgain(proving: Proving, differing: readonly TableProof[]): Promise<void> {
  for (const proof of differing) {
    const table = proving.proof.tables.find(({ entity }) => entity === proof.entity)
    if (table && proof.difference) await sendAgain(proving, { table, proof, found: proof.difference })
  }
}

type Prepared = Pick<CutOverOutcome, 'numbers' | 'absent' | 'problem'>

async function prepare({ proof, signal }: Proving, isProven: boolean): Promise<Prepared> {
  const { tables, openSource, openTarget, advance } = proof
  let absent: readonly AbsentObject[] = []
  try {
    const [source, target] = await Promise.all([openSource(), openTarget()])
    const read = Promise.all([
      source.entities(tables.map(({ entity }) => entity)).then((entities) => source.structure?.(entities)),
      target.entities(tables.map((table) => table.target)).then((entities) => target.structure?.(entities)),
    ])
    const [theirs, own] = await read.finally(() => Promise.all([source.close(), target.close()]).catch(() => {}))
    if (!theirs || !own) return { numbers: [], absent }
    absent = absentObjects(theirs, own, tables)
    const numbers = isProven && advance ? await advance(numberedParts(theirs, own, tables)) : []
    const problem = numbers.find((one) => one.problem)?.problem
    return { numbers, absent, ...defined({ problem }) }
  } catch (error) {
    if (signal.aborted || !(error instanceof ConnectorError)) throw error
    return { numbers: [], absent, problem: error.problem }
  }
}

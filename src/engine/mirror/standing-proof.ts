import { setTimeout as sleep } from 'node:timers/promises'
import type { ChangeLoad } from '../ports/change-batch.ts'
import { ConnectorError } from '../ports/connector.ts'
import { compareMirrored, type FrozenPair, type MirroredDifference, type ProvenTable } from './compare-mirrored.ts'
import { mendTables } from './mend-tables.ts'
import type { SourceMoment } from './moment-stops.ts'
import { MOST_REPAIRED, type ProofRequest, type Proving, type TableProof } from './proving.ts'
import { repairRows } from './repair-rows.ts'

const LOOK_MS = 1_000

/** After a snapshot that was no place in the log; longer each time. */
const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 60_000

/** A pair that is older keeps both servers from tidying up: the next tables get another one. */
const PAIR_MS = 60_000

/**
 * Compares the tables of a mirror that are due, until the signal is aborted: at a place in its log where both sides are equal if nobody has changed the
 * destination. What differs is sent again. A proof that fails is told, and disturbs nothing else.
 */
export async function keepProving(proving: Proving): Promise<void> {
  const { proof, load, stops, lookMs = LOOK_MS, signal } = proving
  let missed = 0
  const rest = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {})
  while (!signal.aborted) {
    await mendTables(proving)
    const due = dueTables(proof, load)
    if (due.length === 0) {
      await rest(lookMs)
      continue
    }
    try {
      const pair = await stops.at((moment) => freezeSettled(proving, moment))
      missed = pair ? 0 : missed + 1
      if (pair) await proveAll(proving, due, pair)
      else await rest(Math.min(FIRST_PAUSE_MS * 2 ** missed, LONGEST_PAUSE_MS))
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof ConnectorError)) throw error
      const now = new Date()
      for (const { entity } of due) proving.onProof({ entity, asOf: now, endedAt: now, problem: error.problem })
      await rest(LONGEST_PAUSE_MS)
    }
  }
}

const dueTables = ({ tables, due }: ProofRequest, { settled }: ChangeLoad): readonly ProvenTable[] => {
  const wanted = due()
  return tables.filter(({ entity }) => wanted.includes(entity) && settled?.has(entity))
}

/** Both snapshots stay while the mirror goes on. */
async function freeze({ openTarget }: ProofRequest, { source, takenAt }: SourceMoment): Promise<DatedPair> {
  try {
    return { source, takenAt, target: await openTarget() }
  } catch (error) {
    await source.close()
    throw error
  }
}

/** A table may have been paused since it was asked for: it does not have what the others have. */
async function freezeSettled({ proof, load }: Proving, moment: SourceMoment): Promise<SettledPair> {
  const settled = new Set(load.settled)
  return { ...(await freeze(proof, moment)), settled }
}

interface SettledPair extends DatedPair {
  readonly settled: ReadonlySet<string>
}

interface DatedPair extends FrozenPair {
  readonly takenAt: Date
}

const close = ({ source, target }: FrozenPair) => Promise.all([source.close(), target.close()]).catch(() => {})

async function proveAll(proving: Proving, due: readonly ProvenTable[], pair: SettledPair): Promise<void> {
  const differing: Differing[] = []
  try {
    for (const table of due) {
      if (proving.signal.aborted || Date.now() - pair.takenAt.getTime() > PAIR_MS) break
      if (!pair.settled.has(table.entity)) continue
      const proof = await prove(proving, table, pair)
      proving.onProof(proof)
      if (proof.difference && rowsOf(proof.difference) > 0) differing.push({ table, proof, found: proof.difference })
    }
  } finally {
    await close(pair)
  }
  for (const one of differing) await repairOrTell(proving, one)
}

interface Differing {
  readonly table: ProvenTable
  readonly proof: TableProof
  readonly found: MirroredDifference
}

const rowsOf = ({ missing, changed, extra }: MirroredDifference) => missing + changed + extra

async function prove({ signal }: Proving, table: ProvenTable, pair: DatedPair): Promise<TableProof> {
  const proof = { entity: table.entity, asOf: pair.takenAt }
  try {
    const difference = await compareMirrored(pair, table, signal)
    return { ...proof, endedAt: new Date(), difference }
  } catch (error) {
    if (signal.aborted || !(error instanceof ConnectorError)) throw error
    return { ...proof, endedAt: new Date(), problem: error.problem }
  }
}

async function repairOrTell(proving: Proving, differing: Differing): Promise<void> {
  try {
    await repair(proving, differing)
  } catch (error) {
    if (proving.signal.aborted || !(error instanceof ConnectorError)) throw error
    proving.onProof({ ...differing.proof, problem: error.problem })
  }
}

/** At another place in the log: rows that have changed since are as the log left them. */
async function repair(proving: Proving, { table, found }: Differing): Promise<void> {
  const { proof, load, stops, signal, onRepaired, tables } = proving
  const { entity } = table
  if (found.isUnlocated || rowsOf(found) > MOST_REPAIRED) return tables.copyAgain(entity)
  for (let tries = 0; tries < TRIES && !signal.aborted; tries++) {
    const applied = await stops.at(async (moment) => {
      const pair = await freeze(proof, moment)
      try {
        return load.settled?.has(entity)
          ? await repairRows({ pair, table, places: found.places, load, signal })
          : NOTHING
      } finally {
        await close(pair)
      }
    })
    if (applied) return applied === NOTHING ? undefined : onRepaired(applied)
    await sleep(FIRST_PAUSE_MS * 2 ** tries, undefined, { signal }).catch(() => {})
  }
}

const NOTHING = { name: '', inserted: 0, updated: 0, deleted: 0, divergent: 0 }

/** What differs is found again by the next proof. */
const TRIES = 8

import { setTimeout as sleep } from 'node:timers/promises'
import type { ChangeLoad } from '../ports/change-batch.ts'
import { ConnectorError } from '../ports/connector.ts'
import type { ProvenTable } from './compare-mirrored.ts'
import { cutOver } from './cut-over.ts'
import { mendTables } from './mend-tables.ts'
import type { ProofRequest, Proving } from './proving.ts'
import { type Differing, sendAgain } from './send-again.ts'
import { closePair, freezeSettled, proveTable, rowsOf, type SettledPair } from './settled-pair.ts'

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
  const rest = async (ms: number) => {
    for (const end = performance.now() + ms; performance.now() < end && !signal.aborted && !proof.cutOver?.(); )
      await sleep(Math.min(ms, lookMs), undefined, { signal }).catch(() => {})
  }
  while (!signal.aborted) {
    await mendTables(proving)
    const wish = proof.cutOver?.()
    if (wish) {
      await cutOver(proving, wish).catch((error: unknown) => reportFailedCutOver(proving, error))
      continue
    }
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

async function proveAll(proving: Proving, due: readonly ProvenTable[], pair: SettledPair): Promise<void> {
  const differing: Differing[] = []
  try {
    for (const { entity } of due) {
      const table = pair.tables.find((one) => one.entity === entity)
      if (proving.signal.aborted || proving.proof.cutOver?.()) break
      if (Date.now() - pair.takenAt.getTime() > PAIR_MS) break
      if (!table || !pair.settled.has(entity)) continue
      const proof = await proveTable(proving, table, pair)
      proving.onProof(proof)
      if (proof.difference && rowsOf(proof.difference) > 0) differing.push({ table, proof, found: proof.difference })
    }
  } finally {
    await closePair(pair)
  }
  for (const one of differing) await sendAgain(proving, one)
}

/** It was begun, so a person waits for its end. */
async function reportFailedCutOver({ signal, onCutOver }: Proving, error: unknown): Promise<void> {
  if (signal.aborted) return
  if (!(error instanceof ConnectorError)) throw error
  onCutOver?.({ proofs: [], unsettled: [], isProven: false, numbers: [], absent: [], problem: error.problem })
}

import { setTimeout as sleep } from 'node:timers/promises'
import { ConnectorError } from '../ports/connector.ts'
import type { MirroredDifference, ProvenTable } from './compare-mirrored.ts'
import { MOST_REPAIRED, type Proving, type TableProof } from './proving.ts'
import { repairRows } from './repair-rows.ts'
import { asMirrored, closePair, freeze, rowsOf } from './settled-pair.ts'

/** After a snapshot that was no place in the log; longer each time. */
const FIRST_PAUSE_MS = 200

/** What differs is found again by the next proof. */
const TRIES = 8

export interface Differing {
  readonly table: ProvenTable
  readonly proof: TableProof
  readonly found: MirroredDifference
}

/** Sends the rows of a table again that a proof has found to differ, or tells why that cannot be. */
export async function sendAgain(proving: Proving, differing: Differing): Promise<void> {
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
  if (table.hasSteps || found.isUnlocated || rowsOf(found) > MOST_REPAIRED) return tables.copyAgain(entity)
  for (let tries = 0; tries < TRIES && !signal.aborted; tries++) {
    const applied = await stops.at(async (moment) => {
      const pair = await freeze(proof, moment)
      try {
        return load.settled?.has(entity)
          ? await repairRows({ pair, table: asMirrored(tables, table), places: found.places, load, signal })
          : NOTHING
      } finally {
        await closePair(pair)
      }
    })
    if (applied) return applied === NOTHING ? undefined : onRepaired(applied)
    await sleep(FIRST_PAUSE_MS * 2 ** tries, undefined, { signal }).catch(() => {})
  }
}

const NOTHING = { name: '', inserted: 0, updated: 0, deleted: 0, divergent: 0 }

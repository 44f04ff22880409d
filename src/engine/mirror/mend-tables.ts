import { setTimeout as sleep } from 'node:timers/promises'
import type { Moment } from '../ports/change-source.ts'
import { ConnectorError } from '../ports/connector.ts'
import type { Source } from '../ports/source.ts'
import { compareMirrored, differingRows, type ProvenTable } from './compare-mirrored.ts'
import { MOST_REPAIRED, type Proving } from './proving.ts'
import { changesOf, loggedTable } from './repair-rows.ts'
import { asMirrored } from './settled-pair.ts'

/** How long transactions that were open when the new log began may keep a snapshot from being new enough, in milliseconds. */
const PATIENCE_MS = 60_000
const PAUSE_MS = 500

/**
 * After a gap in the log, the tables wait for copies, and do not change until then. So each is compared with a snapshot of the source, and gets the
 * rows that differ, as if that were its copy. What cannot be compared, or differs too much, is copied.
 */
export async function mendTables(proving: Proving): Promise<void> {
  const { proof, tables, signal } = proving
  for (const entity of tables.mending.entities) {
    const table = proof.tables.find((one) => one.entity === entity)
    try {
      if (table && !table.hasSteps) await mend(proving, asMirrored(tables, table))
    } catch (error) {
      if (signal.aborted || !(error instanceof ConnectorError)) throw error
    }
    tables.endMending(entity)
  }
}

async function mend(proving: Proving, table: ProvenTable): Promise<void> {
  const { proof, load, tables, signal, onProof, onRepaired } = proving
  const opened = await newSource(proving, table)
  if (!opened) return
  const { source, moment, takenAt } = opened
  const target = await proof.openTarget().catch(async (error: unknown) => {
    await source.close()
    throw error
  })
  try {
    const pair = { source, target }
    const difference = await compareMirrored(pair, table, signal)
    const { missing, changed, extra, isUnlocated, places } = difference
    if (isUnlocated || missing + changed + extra > MOST_REPAIRED) return
    const { columns, fields, rows } = await differingRows(pair, table, places, signal)
    const logged = loggedTable(load, table, { columns, fields })
    if (!logged.columns.every((name) => columns.includes(name))) return
    const [changes] = changesOf(logged, columns, rows).tables
    const [applied] = await tables.mend(changes, moment, table.entity)
    if (load.waiting.has(table.entity) || load.paused.has(table.entity)) return
    onProof({ entity: table.entity, asOf: takenAt, endedAt: new Date(), difference })
    if (applied && rows.length > 0) onRepaired({ ...applied, divergent: rows.length })
  } finally {
    await Promise.all([source.close(), target.close()]).catch(() => {})
  }
}

interface NewSource {
  readonly source: Source
  readonly moment: Moment
  readonly takenAt: Date
}

/** A snapshot that sees everything that had begun before the new log. @returns nothing if there is none in time */
async function newSource({ proof, tables, signal }: Proving, { entity }: ProvenTable): Promise<NewSource | undefined> {
  const { since } = tables.mending
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end && !signal.aborted; ) {
    const source = await proof.openSource()
    const takenAt = new Date()
    const moment = await source.moment?.([entity])
    if (moment !== undefined && proof.moments.isAfter(moment, since)) return { source, moment, takenAt }
    await source.close()
    await sleep(PAUSE_MS, undefined, { signal }).catch(() => {})
  }
  return undefined
}

import type { ChangeLoad } from '../ports/change-batch.ts'
import { ConnectorError } from '../ports/connector.ts'
import { compareMirrored, type FrozenPair, type MirroredDifference, type ProvenTable } from './compare-mirrored.ts'
import type { SourceMoment } from './moment-stops.ts'
import type { ProofRequest, Proving, TableProof } from './proving.ts'
import { compareStepped } from './steps/compare-stepped.ts'

export interface DatedPair extends FrozenPair {
  readonly takenAt: Date
}

export interface SettledPair extends DatedPair {
  readonly settled: ReadonlySet<string>
  /** The tables as they were mirrored there. */
  readonly tables: readonly ProvenTable[]
}

/** Both snapshots stay while the mirror goes on. */
export async function freeze(
  { openTarget }: Pick<ProofRequest, 'openTarget'>,
  { source, takenAt }: SourceMoment,
): Promise<DatedPair> {
  try {
    return { source, takenAt, target: await openTarget() }
  } catch (error) {
    await source.close()
    throw error
  }
}

/** A table may have been paused since it was asked for: it does not have what the others have. */
export async function freezeSettled(
  { proof, load, tables }: Pick<Proving, 'proof' | 'tables'> & { readonly load: Pick<ChangeLoad, 'settled'> },
  moment: SourceMoment,
): Promise<SettledPair> {
  const settled = new Set(load.settled)
  const mirrored = proof.tables.map((table) => asMirrored(tables, table))
  return { ...(await freeze(proof, moment)), settled, tables: mirrored }
}

/** Columns may have come since the mirror was opened. */
export const asMirrored = (tables: Proving['tables'], table: ProvenTable): ProvenTable => ({
  ...table,
  columns: tables.columnsOf(table.entity) ?? table.columns,
})

export const closePair = ({ source, target }: FrozenPair) =>
  Promise.all([source.close(), target.close()]).catch(() => {})

export async function proveTable(
  { signal, proof: { steps } }: Pick<Proving, 'signal' | 'proof'>,
  table: ProvenTable,
  pair: DatedPair,
): Promise<TableProof> {
  const proof = { entity: table.entity, asOf: pair.takenAt }
  try {
    const isStepped = table.hasSteps && steps
    const difference = await (isStepped
      ? compareStepped(pair, table, steps, signal)
      : compareMirrored(pair, table, signal))
    return { ...proof, endedAt: new Date(), difference }
  } catch (error) {
    if (signal.aborted || !(error instanceof ConnectorError)) throw error
    return { ...proof, endedAt: new Date(), problem: error.problem }
  }
}

/** How many rows the two sides do not have in common. */
export const rowsOf = ({ missing, changed, extra }: MirroredDifference): number => missing + changed + extra

import type { ColumnOrigin } from '../../../core/catalog/assistants/withheld-columns.ts'
import type { PredictedRefusal } from '../../../core/catalog/budgets.ts'
import { defined } from '../../../core/catalog/defined.ts'
import type { DifferingRows, DryRunMessage, DryRunResult, DryRunRows } from '../../../engine/ports/dry-run.ts'
import type { SideEstimate } from '../../../engine/ports/estimate.ts'
import type { Database } from '../../store/database/database.ts'
import { saveRowChanges } from '../../store/runs/row-changes.ts'
import { type StoredEstimate, saveRunEstimate } from '../../store/runs/run-estimates.ts'
import type { SentRanges } from '../../store/runs/run-work.ts'
import type { Owner, SealedCredentials, Vault } from '../../vault/vault.ts'
import type { OriginsOf } from './origins-of-run.ts'

/** The sample of one stream's rows, or the message that would be sent. */
export type RowChanges = Pick<DryRunRows, 'columns'> & {
  readonly rows: DryRunRows['sample']
  readonly message?: DryRunMessage
  /** As JSON. */
  readonly differing?: SentRanges
  /** From which columns of the source the new values are made. */
  readonly origins?: readonly ColumnOrigin[]
}

const shownOf = (result: DryRunResult, origins: RowChanges['origins']): RowChanges =>
  'message' in result
    ? { columns: [], rows: [], message: result.message }
    : defined({
        columns: result.columns,
        rows: result.sample,
        origins,
        differing: result.differing && storedRanges(result.differing),
      })

const storedRanges = ({ order, ranges }: DifferingRows): SentRanges => ({
  order,
  ranges: ranges.map(({ first, bits }) => [String(first), bits]),
})

export const ownerOfRowChanges = ({ organizationId, runId }: Pick<Options, 'organizationId' | 'runId'>): Owner => ({
  organizationId,
  integrationId: `row changes of ${runId}`,
})

interface Options {
  readonly database: Database
  readonly vault: Vault
  readonly organizationId: string
  readonly runId: string
  readonly epoch: number
  readonly originsOf: OriginsOf
}

/** Stores the findings of one attempt of a dry run, sealed, while the engine continues. */
export function makeRowChanges({ database, vault, organizationId, runId, epoch, originsOf }: Options) {
  let writing: Promise<void> = Promise.resolve()
  let estimate: StoredEstimate = { figures: {}, quotas: [], notes: [] }
  const save = (found: Partial<StoredEstimate>) => {
    estimate = { ...estimate, ...found }
    const stored = estimate
    writing = writing.then(async () => {
      await database.asSystem((query) => saveRunEstimate(query, { runId, epoch }, stored))
    })
    writing.catch(() => undefined)
  }
  return {
    keep: (entity: string, result: DryRunResult): void => {
      const sealed = vault.seal(ownerOfRowChanges({ organizationId, runId }), { ...shownOf(result, originsOf(entity)) })
      writing = writing.then(() =>
        database.asSystem((query) => saveRowChanges(query, { runId, epoch }, entity, sealed)),
      )
      // `finalize` reports the error; nobody else listens.
      writing.catch(() => undefined)
    },
    /** What the counted rows would cost the destination. */
    estimate: (destination: SideEstimate): void => save(destination),
    /** Why a run would not begin. */
    refuse: (refusal: PredictedRefusal): void => save({ refusal }),
    /** @throws when something could not be stored */
    finalize: (): Promise<void> => writing,
  }
}

/** @throws VaultError */
export const openRowChanges = (
  vault: Vault,
  owner: Pick<Options, 'organizationId' | 'runId'>,
  sealed: SealedCredentials,
): RowChanges => vault.open<RowChanges>(ownerOfRowChanges(owner), sealed)

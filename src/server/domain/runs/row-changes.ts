import type { DifferingRows, DryRunMessage, DryRunResult, DryRunRows } from '../../../engine/ports/dry-run.ts'
import type { Database } from '../../store/database/database.ts'
import { saveRowChanges } from '../../store/runs/row-changes.ts'
import type { SentRanges } from '../../store/runs/runs.ts'
import type { Owner, SealedCredentials, Vault } from '../../vault/vault.ts'

/** The sample of one stream's rows, or the message that would be sent. */
export type RowChanges = Pick<DryRunRows, 'columns'> & {
  readonly rows: DryRunRows['sample']
  readonly message?: DryRunMessage
  /** As JSON. */
  readonly differing?: SentRanges
}

const shownOf = (result: DryRunResult): RowChanges =>
  'message' in result
    ? { columns: [], rows: [], message: result.message }
    : {
        columns: result.columns,
        rows: result.sample,
        ...(result.differing && { differing: storedRanges(result.differing) }),
      }

const storedRanges = ({ order, ranges }: DifferingRows): SentRanges => ({
  order,
  ranges: ranges.map(({ first, bits }) => [String(first), bits]),
})

const ownerOf = ({ organizationId, runId }: Pick<Options, 'organizationId' | 'runId'>): Owner => ({
  organizationId,
  integrationId: `row changes of ${runId}`,
})

interface Options {
  readonly database: Database
  readonly vault: Vault
  readonly organizationId: string
  readonly runId: string
  readonly epoch: number
}

/** Stores the findings of one attempt of a dry run, sealed, while the engine continues. */
export function makeRowChanges({ database, vault, organizationId, runId, epoch }: Options) {
  let writing: Promise<void> = Promise.resolve()
  return {
    keep: (entity: string, result: DryRunResult): void => {
      const sealed = vault.seal(ownerOf({ organizationId, runId }), { ...shownOf(result) })
      writing = writing.then(() =>
        database.asSystem((query) => saveRowChanges(query, { runId, epoch }, entity, sealed)),
      )
      // `finalize` reports the error; nobody else listens.
      writing.catch(() => undefined)
    },
    /** @throws when something could not be stored */
    finalize: (): Promise<void> => writing,
  }
}

/** @throws VaultError */
export const openRowChanges = (
  vault: Vault,
  owner: Pick<Options, 'organizationId' | 'runId'>,
  sealed: SealedCredentials,
): RowChanges => vault.open<RowChanges>(ownerOf(owner), sealed)

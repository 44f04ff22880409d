import type { ColumnOrigin } from '../../../core/catalog/assistants/withheld-columns.ts'
import { defined } from '../../../core/catalog/defined.ts'
import type { MoveEvent } from '../../../engine/move/run/move-events.ts'
import type { FoundRows } from '../../../engine/ports/staged-query.ts'
import type { Database } from '../../store/database/database.ts'
import { type CheckKey, findCheckRows, saveCheckRows } from '../../store/runs/check-rows.ts'
import type { Owner, Vault } from '../../vault/vault.ts'
import type { OriginsOf } from './origins-of-run.ts'
import { readRun } from './read-runs.ts'

/** Some of the rows that a check found. */
export interface CheckRows extends Pick<FoundRows, 'columns' | 'rows'> {
  /** From which columns of the source those of the run's rows are made. */
  readonly origins?: readonly ColumnOrigin[]
}

/** The longest value that is kept, in UTF-16 units; longer ones are cut. */
const LONGEST_VALUE = 500

interface Options {
  readonly database: Database
  readonly vault: Vault
  readonly organizationId: string
  readonly runId: string
  readonly epoch: number
  readonly originsOf: OriginsOf
}

export const ownerOfCheckRows = (organizationId: string, runId: string): Owner => ({
  organizationId,
  integrationId: `check rows of ${runId}`,
})

/** Stores the rows that checks of one attempt found, sealed, while the engine continues. */
export function makeCheckRows({ database, vault, organizationId, runId, epoch, originsOf }: Options) {
  let writing: Promise<void> = Promise.resolve()
  return {
    keep: ({ entity, checkId, found }: Extract<MoveEvent, { kind: 'check-rows' }>): void => {
      const rows = found.rows.map((row) => row.map((value) => value?.slice(0, LONGEST_VALUE) ?? null))
      const origins = originsOf(entity)
      const sealed = vault.seal(
        ownerOfCheckRows(organizationId, runId),
        defined({ columns: found.columns, rows, origins }),
      )
      writing = writing.then(() =>
        database.asSystem((query) => saveCheckRows(query, { runId, epoch }, { entity, checkId }, sealed)),
      )
      // `finalize` reports the error; nobody else listens.
      writing.catch(() => undefined)
    },
    /** @throws when something could not be stored */
    finalize: (): Promise<void> => writing,
  }
}

/** The rows that a check of a run found; none after their time. @throws RequestError not found; VaultError */
export async function readCheckRows(
  { database, vault }: Pick<Options, 'database' | 'vault'>,
  organizationId: string,
  runId: string,
  key: CheckKey,
): Promise<CheckRows> {
  await readRun(database, organizationId, runId)
  const sealed = await database.inOrganization(organizationId, (query) =>
    findCheckRows(query, organizationId, runId, key),
  )
  return sealed ? vault.open<CheckRows>(ownerOfCheckRows(organizationId, runId), sealed) : { columns: [], rows: [] }
}

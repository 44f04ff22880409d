import type { AppliedTable, ChangeLoad, ChangeSteps, RecordedTable } from '../../../ports/change-batch.ts'
import type { AddedColumn, LogPosition } from '../../../ports/change-source.ts'
import type { TableFailure } from '../../../ports/table-failure.ts'

export interface Application {
  /** In the destination's notation. */
  readonly target: string
  readonly isWanted: (transaction: string) => boolean
  /** Called unless there is nothing to apply. */
  readonly before: ChangeLoad['beforeTable']
  readonly steps: ChangeSteps | undefined
}

/** A copy that a table follows. */
export interface JoinedCopy {
  readonly entity: string
  /** In the destination's notation. */
  readonly target: string
  /** What it sees. Absent: the table has none. */
  readonly moment: string | undefined
}

/** The one session of a database in which a mirror writes. Errors are the server's own, or ConnectorErrors. */
export interface ChangeSession {
  /** Opens a transaction. @param isPatient whether it may wait for locks longer than a table may be waited for */
  begin(isPatient: boolean): Promise<void>
  /** Commits it together with its place in the log, if no newer attempt has begun. @throws ConnectorError `FENCED` */
  commit(to: LogPosition | undefined): Promise<void>
  rollBack(): Promise<void>
  /** What was committed last under the name of a target. */
  boundOf(target: string): Promise<string | undefined>
  /** Part of a transaction: what was committed under the name of a target is no copy any more that somebody waits for. */
  forgetCopy(target: string): Promise<void>
  /** Whether the open transaction changes as many tables as the system allows, and this is another one. Absent: it never does */
  isFull?(entity: string): boolean
  /** Part of a transaction. @throws TableFailure if it is a matter of this table */
  apply(recorded: RecordedTable, application: Application): Promise<AppliedTable>
  /** Adds columns, unless the target has them. @returns the names of those that it has already. @throws TableFailure if that is not possible now */
  addColumns(entity: string, target: string, columns: readonly AddedColumn[]): Promise<readonly string[]>
  /** Outside of a transaction, of a system that adds no columns in one. @throws TableFailure if that is not possible */
  prepareColumns?(entity: string, target: string, columns: readonly AddedColumn[]): Promise<void>
  /** Part of a transaction: a copy has taken the place of the target. */
  forget(entity: string): Promise<void>
  /** Outside of a transaction, before what waits is applied to copies. @returns those whose place another copy may take. Absent: none can */
  overtaken?(copies: readonly JoinedCopy[]): Promise<readonly TableFailure[]>
  /** Ends it. Never throws. */
  abandon(): Promise<void>
}

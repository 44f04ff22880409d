import type { AddedColumn } from './change-source.ts'
import { ConnectorError, type Problem } from './connector.ts'

interface FailureOptions {
  readonly needs?: 'copy' | 'asked'
  readonly columns?: readonly AddedColumn[]
  readonly cause?: unknown
}

/** The changes of one table cannot be applied; those of others could. Nothing of the open transaction is left. */
export class TableFailure extends ConnectorError {
  readonly entity: string
  /** What waits for the table is of no use. `copy`: begun at once; `asked`: when a person asks for it. */
  readonly needs: 'copy' | 'asked' | undefined
  /** See `ChangeLoad.prepareColumns`, after which the same changes can be applied. */
  readonly columns: readonly AddedColumn[] | undefined

  constructor(entity: string, problem: Problem, { needs, columns, cause }: FailureOptions = {}) {
    super(problem, { cause })
    this.entity = entity
    this.needs = needs
    this.columns = columns
  }
}

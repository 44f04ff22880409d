import { ConnectorError, type Problem } from './connector.ts'

/** The changes of one table cannot be applied; those of others could. Nothing of the open transaction is left. */
export class TableFailure extends ConnectorError {
  readonly entity: string
  /** What waits for the table is of no use. `copy`: begun at once; `asked`: when a person asks for it. */
  readonly needs: 'copy' | 'asked' | undefined

  constructor(entity: string, problem: Problem, { needs, cause }: { needs?: 'copy' | 'asked'; cause?: unknown } = {}) {
    super(problem, { cause })
    this.entity = entity
    this.needs = needs
  }
}

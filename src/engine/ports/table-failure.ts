import { ConnectorError, type Problem } from './connector.ts'

/** The changes of one table cannot be applied; those of others could. Nothing of the open transaction is left. */
export class TableFailure extends ConnectorError {
  readonly entity: string

  constructor(entity: string, problem: Problem, cause: unknown) {
    super(problem, { cause })
    this.entity = entity
  }
}

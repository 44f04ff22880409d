import { withoutQuotations } from '../../../core/catalog/assistants/without-quotations.ts'
import { inEnglish, sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../engine/ports/connector.ts'

/** The failure of another system, which may quote a row, without it; any other error as it is. */
export function withoutRows(error: unknown): unknown {
  if (!(error instanceof ConnectorError)) return error
  const { hint: _hint, ...problem } = error.problem
  const message = withoutQuotations(inEnglish(problem.message))
  return new ConnectorError({ ...problem, message: sentence`${message}` })
}

import { ConnectorError } from '../../../ports/connector.ts'
import { postgresError } from './postgres-problem.ts'

/** A name of `ownName`. */
const OWN_NAME = /_millrace_[0-9a-f]{24}\b/g

/** Explains errors. One about a table in which rows wait gets the name of the target, because people know only that one. */
export const targetError = (target: string, secret: string) => (error: unknown) =>
  postgresError(nameTargetInError(error, target), 'destination', secret)

function nameTargetInError(error: unknown, target: string): unknown {
  if (!(error instanceof Error) || error instanceof ConnectorError) return error
  const { detail, where } = error as { detail?: unknown; where?: unknown }
  const shown = (text: unknown) => (typeof text === 'string' ? text.replace(OWN_NAME, () => target) : text)
  const renamed = new Error(String(shown(error.message)), { cause: error })
  return Object.assign(renamed, error, { detail: shown(detail), where: shown(where) })
}

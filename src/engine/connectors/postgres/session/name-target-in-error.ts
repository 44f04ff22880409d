import { ConnectorError } from '../../../ports/connector.ts'

/** A name of `ownName`. */
const OWN_NAME = /_millrace_[0-9a-f]{24}\b/g

/** A server's error about a table in which rows wait, with the name of the target, because people know only that one. */
export function nameTargetInError(error: unknown, target: string): unknown {
  if (!(error instanceof Error) || error instanceof ConnectorError) return error
  const { detail, where } = error as { detail?: unknown; where?: unknown }
  const shown = (text: unknown) => (typeof text === 'string' ? text.replace(OWN_NAME, () => target) : text)
  const renamed = new Error(String(shown(error.message)), { cause: error })
  return Object.assign(renamed, error, { detail: shown(detail), where: shown(where) })
}

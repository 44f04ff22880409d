import { defined } from '../catalog/defined.ts'
import { ERROR_CLASSES, errorClassOf } from '../catalog/errors/error-classes.ts'
import type { Failure } from '../failure.ts'
import type { RunError } from '../runs/run.ts'

/** A source that could not be read, as a run of the flow would report it; nothing if something else than the source refused. */
export function refusedRead(failure: Failure, connectionId: string): RunError | undefined {
  if (failure.kind !== 'http' || failure.code === undefined || !(failure.code in ERROR_CLASSES)) return undefined
  const { code, serverMessage = '', serverSentence, refusal } = failure
  return {
    code,
    connectionId,
    side: 'source',
    message: serverMessage,
    fix: errorClassOf(code).fix,
    ...defined({ sentence: serverSentence }),
    ...refusal,
  }
}

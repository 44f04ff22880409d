import type { DataCheck } from '../../catalog/checks/data-checks.ts'
import type { FlowStream } from '../flow.ts'
import { changed } from './stream-selection.ts'

type Streams = readonly FlowStream[]

/** An id that no other check of the stream has. */
export function freeCheckId(checks: FlowStream['checks'] = []): string {
  let number = checks.length + 1
  while (checks.some(({ id }) => id === `check-${number}`)) number++
  return `check-${number}`
}

/** The stream with this check, in place of the one with its id. */
export const putCheck = (streams: Streams, entity: string, check: DataCheck): Streams =>
  changed(streams, entity, (stream) => {
    const { checks = [] } = stream
    const isKnown = checks.some(({ id }) => id === check.id)
    return {
      ...stream,
      checks: isKnown ? checks.map((own) => (own.id === check.id ? check : own)) : [...checks, check],
    }
  })

/** No checks are stored as no setting. */
export const removeCheck = (streams: Streams, entity: string, checkId: string): Streams =>
  changed(streams, entity, ({ checks = [], ...stream }) => {
    const left = checks.filter(({ id }) => id !== checkId)
    return left.length > 0 ? { ...stream, checks: left } : stream
  })

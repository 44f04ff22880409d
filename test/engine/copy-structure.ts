import type { MoveEvent } from '../../src/engine/move/run/move-events.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import { ConnectorError } from '../../src/engine/ports/connector.ts'
import { type Attempt, type Database, moveBetween } from './move-between.ts'

type Objects = Extract<MoveEvent, { kind: 'structure' }>['objects']

/** Moves with the structure. @returns the last report beside the result */
export async function copyStructure(
  { source, destination }: { readonly source: Database; readonly destination: Database },
  streams: readonly StreamRequest[] = [],
  attempt: Attempt = {},
) {
  let objects: Objects = []
  const onEvent = (event: MoveEvent) => {
    if (event.kind === 'structure') objects = event.objects
    attempt.onEvent?.(event)
  }
  const moved = await moveBetween(source, destination, streams, { copiesStructure: true, ...attempt, onEvent }).catch(
    (error: unknown) => {
      if (error instanceof ConnectorError) return error.problem
      throw error
    },
  )
  return { moved, objects }
}

export const said = (objects: Objects, ...states: readonly string[]) =>
  objects
    .filter(({ state }) => states.includes(state))
    .map(({ kind, table = '', name }) => `${kind} ${table} ${name}`.trim().replace(/ +/g, ' '))

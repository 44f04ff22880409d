import type { StateStore } from '../../sql/changes/table-state.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { parseRelationName } from '../schema/relation-name.ts'
import { forgetStates, readStates, writeState } from './mirror-states.ts'
import { addWaiting, forgetWaiting, type MirrorKey, readWaiting, takeWaiting } from './waiting-changes.ts'

interface StoreKey extends MirrorKey {
  /** Of the targets. */
  readonly schemas: readonly string[]
  /** The target of each table of the source, by its entity name. */
  readonly targets: ReadonlyMap<string, string>
}

/** The states of a mirror in the schemas of its targets, and what waits in its own. */
export const postgresStateStore = (session: PostgresSession, key: StoreKey): StateStore => ({
  readStates: () => readStates(session, key.flowId, key.schemas),
  writeState: (entity, state) => {
    const target = parseRelationName(key.targets.get(entity) ?? entity)
    return writeState(session, { flowId: key.flowId, entity, target }, state)
  },
  forgetStates: (but) => forgetStates(session, key, but),
  readWaiting: () => readWaiting(session, key),
  addWaiting: (recorded) => addWaiting(session, key, recorded),
  takeWaiting: (entity) => takeWaiting(session, key, entity),
  forgetWaiting: (entities) => forgetWaiting(session, key, entities),
})

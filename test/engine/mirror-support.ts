import { setTimeout as sleep } from 'node:timers/promises'
import { defined } from '../../src/core/catalog/defined.ts'
import { postgresMoments } from '../../src/engine/connectors/postgres/changes/moments.ts'
import { openPostgresChangeLoad } from '../../src/engine/connectors/postgres/changes/postgres-change-load.ts'
import { openPostgresChangeSource } from '../../src/engine/connectors/postgres/changes/postgres-change-source.ts'
import { openPostgresSource } from '../../src/engine/connectors/postgres/source/postgres-source.ts'
import type { MirrorRequest } from '../../src/engine/mirror/run-mirror.ts'
import type { StreamState } from '../../src/engine/move/run/stream-request.ts'
import type { ChangeLoad, ChangeLoadRequest } from '../../src/engine/ports/change-batch.ts'
import type { MirroredTable } from '../../src/engine/ports/change-source.ts'
import { contextWith, type Database, endpointOf, moveBetween, nextFence, problems, run } from './move-between.ts'
import { WatchedMirror } from './watched-mirror.ts'

/** Logs of rows, on a server for tests. */
export const LOGICAL = { wal_level: 'logical', max_wal_senders: '50', max_replication_slots: '50' }

export type Tables = Readonly<Record<string, MirroredTable>>

export const slotName = ({ database }: Database) => `slot_${database}`

export interface MirrorOptions
  extends Pick<ChangeLoadRequest, 'waitingBytes'>,
    Partial<Pick<MirrorRequest, 'lookMs' | 'retryMs' | 'shapesMs' | 'drift' | 'budgetBytes'>> {
  /** Default: the same for all. */
  readonly flowId?: string
  /** The tables that should be compared. */
  readonly due?: () => readonly string[]
  /** Puts something between the mirror and its destination. */
  readonly wrapLoad?: (load: ChangeLoad) => ChangeLoad
  /** Copies begin when it settles. */
  readonly beforeCopy?: () => Promise<void>
}

/** A mirror that copies its tables by runs, as a control plane would. */
export async function startMirror(
  source: Database,
  destination: Database,
  tables: Tables,
  {
    waitingBytes,
    flowId = 'flow',
    wrapLoad = (load) => load,
    beforeCopy = async () => {},
    due,
    ...options
  }: MirrorOptions = {},
): Promise<WatchedMirror> {
  const entities = Object.keys(tables)
  const opened = await openPostgresChangeLoad(endpointOf(destination), contextWith(), {
    fence: { ...nextFence(), flowId },
    schema: 'public',
    targets: new Map(entities.map((name) => [name, name])),
    moments: postgresMoments,
    ...defined({ waitingBytes }),
  })
  const log = await openPostgresChangeSource(endpointOf(source), contextWith(), {
    name: slotName(source),
    tables: new Map(Object.entries(tables)),
  })
  const proof = due && {
    due,
    moments: postgresMoments,
    tables: Object.entries(tables).map(([entity, { columns, key }]) => ({ entity, target: entity, columns, key })),
    openSource: () => openPostgresSource(endpointOf(source), contextWith()),
    openTarget: () => openPostgresSource(endpointOf(destination), contextWith()),
  }
  return new WatchedMirror(
    { ...defined({ proof }), source: log, load: wrapLoad(opened), entities, ...options },
    {
      copy: async (fresh, found) => {
        await beforeCopy()
        return copy(source, destination, { tables, entities: fresh, found })
      },
      now: async () => (await run(source, 'SELECT pg_current_wal_insert_lsn() AS lsn'))[0]?.['lsn'] ?? '',
      isReached: async (place) => {
        const [found] = await run(destination, POSITION)
        return found?.['bound'] != null && postgresMoments.isReached(place, found['bound'])
      },
    },
  )
}

/** As destinations of SQL keep it. */
export const POSITION = `SELECT committed_bound AS bound FROM _millrace_fence WHERE target = 'mirror:'`

/** What the last copy that succeeded knew of its columns. */
const memory = new Map<string, StreamState>()

/** As a control plane does: again, until the mirror takes the copy. */
async function copy(
  source: Database,
  destination: Database,
  { tables, entities, found }: { tables: Tables; entities: readonly string[]; found: (code: string) => void },
): Promise<boolean> {
  const streams = entities.map((entity) => ({
    entity,
    target: entity,
    mode: 'replace' as const,
    isFollowed: true as const,
    ...defined({ columns: tables[entity]?.isChosen && tables[entity].columns }),
  }))
  for (;;) {
    const seen = new Map<string, StreamState>()
    const keyOf = (entity: string) => `${destination.database} ${entity}`
    const moved = await moveBetween(source, destination, streams, {
      stateOf: (entity) => memory.get(keyOf(entity)),
      onEvent: (event) => {
        if (event.kind === 'columns')
          seen.set(event.entity, defined({ columns: event.columns, target: event.target?.map(({ name }) => name) }))
      },
    })
    for (const { entity, status } of moved.streams) {
      const state = seen.get(entity)
      if (state && status === 'succeeded') memory.set(keyOf(entity), state)
    }
    const codes = problems(moved).flatMap((problem) => (problem ? [problem.code] : []))
    codes.forEach(found)
    if (!codes.includes('COPY_TOO_OLD')) return codes.length === 0
    await sleep(50)
  }
}

import type { ParallelReads, SourceEntity } from '../../../ports/source.ts'
import { hasRanges } from './ranged-tables.ts'
import { shareSnapshot } from './share-snapshot.ts'
import { isInSnapshot, type SnapshotQueries } from './snapshot-queries.ts'

/** Number of sessions that read at once; one more locks tables for a moment. */
const SESSIONS = 3

/** For fewer tables, or smaller ones, the gain is not worth blocking writers, even briefly. */
const MANY_TABLES = 10
const LARGE_TABLE = 64 << 20

/** Several sessions with one snapshot, where there is enough to read. */
export const parallelReads = (queries: SnapshotQueries): ParallelReads => ({
  get atOnce() {
    return queries.sessions.count
  },
  async ready(entities) {
    const read = entities.filter(isInSnapshot)
    const isLarge = (entity: SourceEntity) => hasRanges(entity) && (entity.bytes ?? 0) >= LARGE_TABLE
    if (queries.sessions.count > 1 || (read.length < MANY_TABLES && !read.some(isLarge))) return
    const tables = read.map((entity) => queries.nameOf(entity))
    await queries.explained(() =>
      queries.sessions.through('keeper', async (keeper) => {
        const sessions = { count: SESSIONS - 1, open: () => queries.open() }
        queries.sessions.add(await shareSnapshot(keeper, tables, sessions))
      }),
    )
  },
})

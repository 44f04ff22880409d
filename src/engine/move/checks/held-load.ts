import { join } from 'node:path'
import type { Load } from '../../ports/load.ts'
import type { FindRows } from '../../ports/staged-query.ts'
import type { PlannedStream } from '../plan/plan-stream.ts'
import { wrappedLoad } from '../run/wrapped-load.ts'
import { checkRows } from './check-rows.ts'
import { findInHeld } from './find-in-held.ts'
import { HeldRows } from './held-rows.ts'

/**
 * For a destination that cannot query its staged rows, or stages none: holds all rows in a file of this worker, checks them, and passes
 * them on only after they have passed, so that no message is sent before. The rows are common text.
 */
export async function heldLoad(load: Load, stream: PlannedStream, signal: AbortSignal): Promise<Load> {
  const process = stream.checks?.openProcess?.()
  if (!process) return load
  const { entity, target, columns } = stream
  const arriving = target.columns.flatMap((name) => columns.filter((column) => column.name === name))
  let held: HeldRows | undefined
  const release = async () => {
    await held?.close().catch(() => undefined)
    process.kill()
  }
  try {
    const rows = await HeldRows.open(join(process.folder, 'held.rows'), arriving.length)
    held = rows
    const queries = stream.checks?.planned.flatMap(({ query }) => query ?? []) ?? []
    const find = await findInHeld(rows, queries, { entity: entity.name, columns: arriving, process, signal })
    return checkedLoad(load, stream, { rows, find, signal, release })
  } catch (error) {
    await release()
    await load.abandon()
    throw error
  }
}

interface Held {
  readonly rows: HeldRows
  readonly find: FindRows
  readonly signal: AbortSignal
  /** Deletes the rows. */
  readonly release: () => Promise<void>
}

function checkedLoad(load: Load, stream: PlannedStream, { rows: held, find, signal, release }: Held): Load {
  return wrappedLoad(load, {
    failure: AbortSignal.any([load.failure, held.failure]),
    write: (frames, rows) => held.write(frames, rows),
    drained: () => held.drained(),
    async finish() {
      await held.end()
      await checkRows(stream, find)
      await held.read({
        write: (frames, rows) => load.write(frames, rows),
        drained: async () => {
          await load.drained()
          signal.throwIfAborted()
          load.failure.throwIfAborted()
        },
      })
      await release()
      return load.finish()
    },
    async abandon() {
      await release()
      await load.abandon()
    },
  })
}

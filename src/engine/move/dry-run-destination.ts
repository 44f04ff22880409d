import { defined } from '../../core/catalog/defined.ts'
import { countingLoad } from '../connectors/shared/counting-load.ts'
import type { Destination } from '../ports/destination.ts'
import type { DryRunResult } from '../ports/dry-run.ts'
import type { Load } from '../ports/load.ts'
import type { Target } from '../ports/target.ts'
import type { TargetRequest } from '../ports/target-request.ts'
import { COMMON_TEXT } from '../ports/value-type.ts'

/**
 * A destination that writes nothing: it receives rows as in a run, and instead of putting them in place it reports what would change.
 * @param report called for each target after its rows have arrived, if the destination can compare them
 * @param prepared called for each target before its rows arrive
 */
export function dryRunDestination(
  destination: Destination,
  report: (request: TargetRequest, result: DryRunResult) => void,
  prepared: (request: TargetRequest) => void,
): Destination {
  const { identity, ignoresCase, modes, places, findsVanished, sql } = destination
  return {
    identity,
    modes,
    ...defined({ ignoresCase, places, findsVanished, sql }),
    nameOf: (target) => destination.nameOf(target),
    plan: (request) => destination.plan(request),
    prepare: async (asked) => {
      const request = { ...asked, isDry: true } as const
      prepared(request)
      const target = await destination.prepareDryRun?.(request)
      if (!target) return countingTarget(destination, request)
      const openLoad = async (format: string): Promise<Load> => {
        const load = await target.load(format)
        const abandon = () => load.abandon()
        const commit: Load['commit'] = async (_highWaterMark, accept) => {
          const result = await load.compare?.(accept)
          if (result) report(request, result)
          await abandon()
          return {}
        }
        return {
          failure: load.failure,
          write: (frames, rows) => load.write(frames, rows),
          drained: () => load.drained(),
          finish: () => load.finish(),
          ...defined({ vanished: load.vanished, find: load.find }),
          commit,
          abandon,
        }
      }
      return { ...target, load: openLoad }
    },
    close: () => destination.close(),
  }
}

/** Accepts every row and stores none. */
async function countingTarget(destination: Destination, request: TargetRequest): Promise<Target> {
  const { effect, columns, notes } = await destination.plan(request)
  return {
    isNew: effect === 'created',
    formats: [COMMON_TEXT],
    columns: columns.filter(({ notes: of }) => !of.includes('computed')).map(({ name }) => name),
    notes,
    load: async () => ({ ...countingLoad(), commit: async () => ({}) }),
  }
}

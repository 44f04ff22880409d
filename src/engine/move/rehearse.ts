import { countingLoad } from '../connectors/shared/counting-load.ts'
import { COMMON_TEXT } from '../formats/common-text/value-type.ts'
import type { Destination, Load, Target, TargetRequest } from '../ports/destination.ts'
import type { Rehearsed } from '../ports/rehearsal.ts'

/**
 * A destination that writes nothing: rows come to it as in a run, and where a run would put them in place, it tells what that would change.
 * @param tell of each target once its rows have come, where the destination can compare them
 */
export function rehearsing(
  destination: Destination,
  tell: (request: TargetRequest, rehearsed: Rehearsed) => void,
): Destination {
  const { identity, modes, ownPlaceOf, keepsPlaces } = destination
  return {
    identity,
    modes,
    ...(ownPlaceOf && { ownPlaceOf: (entity, namespace) => ownPlaceOf.call(destination, entity, namespace) }),
    ...(keepsPlaces && { keepsPlaces }),
    nameOf: (target) => destination.nameOf(target),
    plan: (request) => destination.plan(request),
    prepare: async (request) => {
      const target = await destination.rehearse?.(request)
      if (!target) return countingTarget(destination, request)
      const load = async (format: string): Promise<Load> => {
        const rehearsal = await target.load(format)
        const abandon = () => rehearsal.abandon()
        const commit = async () => {
          const rehearsed = await rehearsal.compare?.()
          if (rehearsed) tell(request, rehearsed)
          await abandon()
        }
        return {
          failure: rehearsal.failure,
          write: (frames, rows) => rehearsal.write(frames, rows),
          drained: () => rehearsal.drained(),
          finish: () => rehearsal.finish(),
          commit,
          abandon,
        }
      }
      return { ...target, load }
    },
    close: () => destination.close(),
  }
}

/** Lets every row pass and keeps none. */
async function countingTarget(destination: Destination, request: TargetRequest): Promise<Target> {
  const { effect, columns, notes } = await destination.plan(request)
  return {
    isNew: effect === 'created',
    formats: [COMMON_TEXT],
    columns: columns.filter(({ notes: of }) => !of.includes('computed')).map(({ name }) => name),
    notes,
    load: async () => ({ ...countingLoad(), commit: async () => {} }),
  }
}

import type { Destination } from '../../ports/destination.ts'
import type { Target } from '../../ports/target.ts'
import type { TargetRequest } from '../../ports/target-request.ts'

/** Limit for each side of a run, so that a shared server is not overloaded. */
const SESSIONS = 4

interface Preparing<Found> {
  readonly nameOf: (request: TargetRequest) => string
  /** @returns what was found of each target, by its name */
  readonly findAll: (requests: readonly TargetRequest[]) => Promise<ReadonlyMap<string, Found>>
  readonly prepare: (request: TargetRequest, found: Found | undefined) => Promise<Target>
}

/** Targets of which much is found out together, and which are prepared one by one. */
export function prepareTogether<Found>(preparing: Preparing<Found>): Required<Pick<Destination, 'loads' | 'prepare'>> {
  const known = new Map<string, Found>()
  return {
    loads: {
      atOnce: SESSIONS,
      prepare: async (requests) => {
        for (const [name, found] of await preparing.findAll(requests)) known.set(name, found)
      },
    },
    prepare: (request) => {
      const name = preparing.nameOf(request)
      const found = known.get(name)
      known.delete(name)
      return preparing.prepare(request, found)
    },
  }
}

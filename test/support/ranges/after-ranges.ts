import { postgresConnector } from '../../../src/engine/connectors/postgres/postgres-connector.ts'
import type { Connector } from '../../../src/engine/ports/connector.ts'
import type { Destination } from '../../../src/engine/ports/destination.ts'
import type { RangedLoad } from '../../../src/engine/ports/ranges.ts'
import type { Target } from '../../../src/engine/ports/target.ts'

/** A destination that calls once so many ranges are finished, and waits for the answer before the next. */
export function afterRanges(count: number, act: () => unknown, connector: Connector = postgresConnector): Connector {
  let finished = 0
  const countingLoad = (load: RangedLoad | undefined) =>
    load &&
    overriding(load, {
      take: async (when) => {
        const taken = await load.take(when)
        if (!taken) return undefined
        const commit = async (proof?: string) => {
          const placed = await taken.load.commit(proof)
          if (++finished === count) await act()
          return placed
        }
        return { ...taken, load: overriding(taken.load, { commit }) }
      },
    })
  const countingTarget = ({ ranges, ...target }: Target): Target => ({
    ...target,
    ...(ranges && {
      ranges: { ...ranges, load: async (...args) => countingLoad(await ranges.load(...args)) },
    }),
  })
  const countingDestination = (destination: Destination) =>
    overriding(destination, { prepare: async (request) => countingTarget(await destination.prepare(request)) })
  return {
    ...connector,
    openDestination: async (endpoint, context) => {
      if (!connector.openDestination) throw new Error(`${connector.type} is no destination`)
      return countingDestination(await connector.openDestination(endpoint, context))
    },
  }
}

function overriding<T extends object>(object: T, methods: Partial<T>): T {
  return new Proxy(object, {
    get(target, name) {
      const value: unknown = Reflect.get(Object.hasOwn(methods, name) ? methods : target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

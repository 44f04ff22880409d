import type { Connector } from '../../src/engine/ports/connector.ts'
import type { Destination } from '../../src/engine/ports/destination.ts'
import type { Load } from '../../src/engine/ports/load.ts'
import type { RangedLoad } from '../../src/engine/ports/ranges.ts'
import type { Source } from '../../src/engine/ports/source.ts'
import type { Target, TargetRanges } from '../../src/engine/ports/target.ts'

/** Moments of a run: its source is described; its target is planned; the load has begun; all rows are staged; they are in place. */
export const MOMENTS = ['described', 'planned', 'loading', 'staged', 'placed'] as const

export type Moment = (typeof MOMENTS)[number]

/** A connector whose runs wait at a moment until `act` has been done, once. Nothing of the connector itself is replaced. */
export function actingAt(connector: Connector, moment: Moment, act: () => Promise<void>): Connector {
  let isDone = false
  const reached = async (now: Moment) => {
    if (now !== moment || isDone) return
    isDone = true
    await act()
  }
  const after =
    (now: Moment) =>
    async <T>(value: T): Promise<T> => {
      await reached(now)
      return value
    }
  const loaded = <L extends Pick<Load, 'commit'> | Pick<RangedLoad, 'commit'>>(load: L): L =>
    standingIn(load, {
      commit: async (...args: readonly unknown[]) => {
        await reached('staged')
        const placed = await (load.commit as (...given: readonly unknown[]) => Promise<unknown>).apply(load, [...args])
        await reached('placed')
        return placed
      },
    })
  const planned = (target: Target): Target =>
    standingIn(target, {
      load: async (format: string) => {
        const load = await target.load(format)
        await reached('loading')
        return loaded(load)
      },
      ranges: target.ranges && {
        ...target.ranges,
        load: async (...args: Parameters<TargetRanges['load']>) => {
          const load = await target.ranges?.load(...args)
          await reached('loading')
          return load && loaded(load)
        },
      },
    })
  const { openSource, openDestination } = connector
  return {
    ...connector,
    ...(openSource && {
      openSource: async (...args: Parameters<typeof openSource>) => {
        const source: Source = await openSource(...args)
        return standingIn(source, {
          entities: (only?: readonly string[]) => source.entities(only).then(after('described')),
        })
      },
    }),
    ...(openDestination && {
      openDestination: async (...args: Parameters<typeof openDestination>) => {
        const destination: Destination = await openDestination(...args)
        return standingIn(destination, {
          prepare: (request: Parameters<Destination['prepare']>[0]) =>
            destination.prepare(request).then(planned).then(after('planned')),
        })
      },
    }),
  }
}

/** The same object with some other methods; its own keep their private fields. */
const standingIn = <T extends object>(own: T, methods: object): T =>
  new Proxy(own, {
    get: (_, name) => {
      if (name in methods) return methods[name as keyof typeof methods]
      const value: unknown = Reflect.get(own, name, own)
      return typeof value === 'function' ? (value.bind(own) as unknown) : value
    },
  })

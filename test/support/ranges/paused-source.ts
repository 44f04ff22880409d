import { once } from 'node:events'
import { postgresConnector } from '../../../src/engine/connectors/postgres/postgres-connector.ts'
import type { Connector } from '../../../src/engine/ports/connector.ts'
import type { ReadRequest, RowSink } from '../../../src/engine/ports/source.ts'

/** Postgres as the source of a worker that is paused before its first row until it is stopped. */
export function pausedSource() {
  const paused = Promise.withResolvers<void>()
  const connector: Connector = {
    ...postgresConnector,
    openSource: async (...args) => {
      const opened = await postgresConnector.openSource?.(...args)
      if (!opened) throw new Error('Postgres is no source')
      return new Proxy(opened, {
        get(target, name) {
          if (name === 'read')
            return (_request: ReadRequest, _sink: RowSink, signal: AbortSignal) => {
              paused.resolve()
              return once(signal, 'abort').then(() => signal.throwIfAborted())
            }
          const value: unknown = Reflect.get(target, name, target)
          return typeof value === 'function' ? value.bind(target) : value
        },
      })
    },
  }
  return { connector, paused: paused.promise }
}

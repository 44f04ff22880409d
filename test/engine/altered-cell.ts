import type { Connector } from '../../src/engine/ports/connector.ts'
import type { Destination } from '../../src/engine/ports/destination.ts'

/** A way to a destination on which a text in one cell gets another last character. */
export const alteringOneCell = (connector: Connector, text = 'note 1234'): Connector => ({
  ...connector,
  async openDestination(endpoint, context) {
    const opened = await connector.openDestination?.(endpoint, context)
    if (!opened) throw new Error(`${connector.type} is no destination`)
    const prepare = async (request: Parameters<Destination['prepare']>[0]) => {
      const target = await opened.prepare(request)
      const openLoad = async (format: string) => {
        const load = await target.load(format)
        const write = load.write.bind(load)
        load.write = (frames, rows) => {
          const at = frames.indexOf(text)
          if (at >= 0) frames.write('~', at + text.length - 1)
          return write(frames, rows)
        }
        return load
      }
      const { ranges: _, ...whole } = target
      return { ...whole, load: openLoad }
    }
    return new Proxy(opened, {
      get: (own, name) => {
        const value = name === 'prepare' ? prepare : Reflect.get(own, name)
        return typeof value === 'function' ? value.bind(own) : value
      },
    })
  },
})

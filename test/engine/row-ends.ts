import { RowDecoder } from '../../src/engine/formats/common-text/row-decoder.ts'
import { RowEncoder } from '../../src/engine/formats/common-text/row-encoder.ts'
import type { Connector, Endpoint } from '../../src/engine/ports/connector.ts'
import type { SourceColumn } from '../../src/engine/ports/source.ts'
import { COMMON_TEXT, type Field, type ValueType } from '../../src/engine/ports/value-type.ts'

/** An end of a move that is only rows in memory, for tests of the other end. */
export const NOWHERE: Endpoint = { integration: 'postgres', credentials: {}, config: {} }

export interface RowsOf {
  readonly columns: Readonly<Record<string, ValueType>>
  readonly rows: Iterable<readonly Field[]>
}

const test: Connector['test'] = async () => []

/** A source with these entities, whose types are nobody's language. `between` is called before each row. */
export function rowSource(entities: Readonly<Record<string, RowsOf>>, between?: (row: number) => void): Connector {
  const described = Object.entries(entities).map(([name, { columns }]) => ({
    name,
    kind: 'table' as const,
    columns: Object.entries(columns).map(
      ([column, value]): SourceColumn => ({ name: column, type: value.kind, nullable: true, value }),
    ),
  }))
  return {
    type: 'postgres',
    test,
    discover: async () => described,
    openSource: async () => ({
      identity: 'rows',
      entities: async (only) => described.filter(({ name }) => !only || only.includes(name)),
      formats: () => [COMMON_TEXT],
      read: async ({ entity, columns }, sink, signal) => {
        const names = Object.keys(entities[entity.name]?.columns ?? {})
        const encoder = new RowEncoder()
        let count = 0
        const flush = async () => {
          signal.throwIfAborted()
          const { frames, rows } = encoder.take()
          if (rows > 0 && !sink.write(frames, rows)) await sink.drained()
        }
        for (const row of entities[entity.name]?.rows ?? []) {
          count++
          between?.(count)
          if (encoder.add(columns.map((column) => row[names.indexOf(column)] ?? null))) await flush()
        }
        await flush()
        signal.throwIfAborted()
        return count
      },
      close: async () => {},
    }),
  }
}

/** A destination that keeps what it gets. When the first rows have `arrived`, the source waits until that is over. */
export function rowDestination(
  arrived?: () => Promise<void>,
): Connector & { readonly received: Map<string, (readonly Field[])[]> } {
  const received = new Map<string, (readonly Field[])[]>()
  let isHeld = false
  let over = Promise.resolve()
  return {
    type: 'postgres',
    test,
    received,
    discover: async () => [],
    openDestination: async () => ({
      identity: 'kept rows',
      modes: ['replace', 'append'],
      nameOf: (target) => target,
      plan: async ({ columns }) => ({
        effect: 'replaced',
        columns: columns.map(({ name, type }) => ({ name, type, notes: [] })),
        notes: [],
      }),
      prepare: async ({ target, columns }) => ({
        isNew: false,
        formats: [COMMON_TEXT],
        columns: columns.map(({ name }) => name),
        notes: [],
        load: async () => {
          const decoder = new RowDecoder()
          const rows: (readonly Field[])[] = []
          return {
            failure: new AbortController().signal,
            write: (frames) => {
              for (const row of decoder.push(frames)) rows.push(row)
              if (arrived === undefined || isHeld) return true
              isHeld = true
              over = arrived()
              return false
            },
            drained: () => over,
            finish: async () => rows.length,
            commit: async () => {
              received.set(target, rows)
              return {}
            },
            abandon: async () => {},
          }
        },
      }),
      close: async () => {},
    }),
  }
}

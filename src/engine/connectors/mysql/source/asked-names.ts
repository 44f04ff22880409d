import type { SourceEntity } from '../../../ports/source.ts'
import type { DatabaseStructure } from '../../../ports/table-structure.ts'
import type { ServerNames } from '../schema/server-names.ts'
import { entityName } from '../schema/table-name.ts'

/** The names by which somebody asks for tables, where the server spells them otherwise: answers have the name that was asked for. */
export class AskedNames {
  /** By the name as the server spells it. */
  readonly #asked: ReadonlyMap<string, readonly string[]>

  constructor(names: readonly string[], { parse, written }: ServerNames) {
    const spelled = new Set(names.map((name) => entityName(written(name))))
    this.#asked = Map.groupBy(spelled, (name) => entityName(parse(name)))
  }

  /** Once for each name of it. */
  of(entity: SourceEntity): readonly SourceEntity[] {
    return (this.#asked.get(entity.name) ?? [entity.name]).map((name) => ({ ...entity, name }))
  }

  inStructure(structure: DatabaseStructure): DatabaseStructure {
    const named = (table: string) => this.#asked.get(table)?.[0] ?? table
    return {
      ...structure,
      parts: structure.parts.map((part) => {
        const table = named(part.table)
        if (part.kind === 'foreign_key')
          return { ...part, table, referred: { ...part.referred, table: named(part.referred.table) } }
        if (part.kind !== 'view') return { ...part, table }
        return { ...part, table, reads: part.reads.map((read) => ({ ...read, table: named(read.table) })) }
      }),
      left: structure.left.map((part) => (part.table === undefined ? part : { ...part, table: named(part.table) })),
    }
  }
}

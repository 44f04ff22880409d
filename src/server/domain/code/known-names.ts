import type { CodeKind } from '../../../core/catalog/code/code-documents.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { invalid } from '../request-error.ts'
import type { CodeDocument } from './code-document.ts'

interface Row {
  readonly id: string
  readonly name: string
}

/** A document waits for another one that has a fault: it has none of its own. */
export class WaitsForAnother extends Error {}

/** What an organization has of one kind while documents are applied, by name and by id. */
export class KnownNames {
  readonly #kind: CodeKind
  readonly #names: Map<string, string>
  readonly #described = new Set<string>()
  readonly #faulty = new Set<string>()
  readonly #expected: ReadonlySet<string>
  readonly #prune: boolean

  /** @param expected the names of all documents of this kind @param prune whether what no document describes is removed */
  constructor(kind: CodeKind, rows: readonly Row[], expected: ReadonlySet<string>, prune: boolean) {
    this.#kind = kind
    this.#names = new Map(rows.map(({ id, name }) => [id, name]))
    this.#expected = expected
    this.#prune = prune
  }

  has(id: string): boolean {
    return this.#names.has(id)
  }

  nameOf(id: string): string {
    return this.#names.get(id) ?? ''
  }

  idsOf(wanted: string): readonly string[] {
    return [...this.#names].filter(([, name]) => name === wanted).map(([id]) => id)
  }

  put({ id, name }: Row): void {
    this.#names.set(id, name)
  }

  /** A document says what it is. */
  describe(row: Row): void {
    this.put(row)
    this.#described.add(row.id)
  }

  isDescribed(id: string): boolean {
    return this.#described.has(id)
  }

  /** A document of this name has a fault, so nothing of this name is refused for not being there. */
  fail({ name, id }: Pick<CodeDocument, 'name' | 'id'>): void {
    this.#faulty.add(name)
    if (id === undefined) return
    this.#faulty.add(id)
    if (this.has(id)) this.#described.add(id)
  }

  /** What no document describes, if that is removed. */
  others(): readonly Row[] {
    if (!this.#prune) return []
    return [...this.#names].filter(([id]) => !this.#described.has(id)).map(([id, name]) => ({ id, name }))
  }

  /** The id of what a document refers to. @throws RequestError invalid with the field; WaitsForAnother */
  find(reference: string, field: string): string {
    const found = this.has(reference.toLowerCase()) ? [reference.toLowerCase()] : this.idsOf(reference)
    const [only, ...others] = found
    if (only === undefined && this.#faulty.has(reference)) throw new WaitsForAnother()
    if (only === undefined && this.#expected.has(reference))
      throw invalid(sentence`“${reference}” starts after this flow, so this flow cannot start after it.`, field)
    if (only === undefined) throw invalid(MISSING[this.#kind](reference), field)
    if (others.length > 0)
      throw invalid(sentence`Several have the name “${reference}”. Write the id of one of them.`, field)
    if (this.#prune && !this.isDescribed(only)) {
      if (this.#faulty.has(this.nameOf(only))) throw new WaitsForAnother()
      throw invalid(
        sentence`“${reference}” is in no file, so it would be removed. Add its file, or do not prune.`,
        field,
      )
    }
    return only
  }
}

const MISSING: Readonly<Record<CodeKind, (name: string) => Sentence>> = {
  integration: (name) => sentence`There is no integration “${name}”, neither in the files nor in the organization.`,
  connection: (name) => sentence`There is no connection “${name}”, neither in the files nor in the organization.`,
  flow: (name) => sentence`There is no flow “${name}”, neither in the files nor in the organization.`,
  'alert-channel': (name) =>
    sentence`There is no alert channel “${name}”, neither in the files nor in the organization.`,
}

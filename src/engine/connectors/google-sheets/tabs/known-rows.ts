import type { Overlap } from '../../../ports/target-request.ts'
import type { Field } from '../../../ports/value-type.ts'
import type { CellInput, SheetsClient, Tab } from '../access/sheets-client.ts'
import { heldIn, identityOf } from './tab-comparison.ts'
import { tabPages } from './tab-pages.ts'
import type { TabPlan } from './tab-plan.ts'
import { hasData, headerText } from './tab-scan.ts'

const MOMENTS: readonly string[] = ['date', 'timestamp']

/** The rows of a tab that an earlier run may have written, identified by key and cursor, or by all moved columns, with their counts. */
export class KnownRows {
  readonly #left = new Map<string, number>()
  /** Positions of the identifying columns among the moved columns. */
  readonly #known: readonly number[]
  readonly #isNew: (fields: readonly Field[]) => boolean

  /** @param overlap its columns must be among the moved columns */
  constructor({ columns }: TabPlan, { key, cursor, until }: Overlap) {
    const placeOf = (name: string) => columns.findIndex((column) => column.name === name)
    const names = key.length > 0 ? [...key, ...(cursor === undefined ? [] : [cursor])] : columns.map(({ name }) => name)
    this.#known = [...new Set(names)].map(placeOf)
    const at = cursor === undefined ? -1 : placeOf(cursor)
    const isMoment = MOMENTS.includes(columns[at]?.value.kind ?? '')
    this.#isNew = (fields) => {
      const text = fields[at] ?? null
      if (until === undefined || text === null) return false
      // The common text of times has the same order as the times.
      return isMoment ? String(text) > until : Number(text) > Number(until)
    }
  }

  isThere(values: readonly CellInput[]): void {
    const identity = this.#identityOf(values)
    this.#left.set(identity, (this.#left.get(identity) ?? 0) + 1)
  }

  /** Whether an incoming row is one of them; each is matched once. */
  takes(fields: readonly Field[], values: readonly CellInput[]): boolean {
    if (this.#isNew(fields)) return false
    const identity = this.#identityOf(values)
    const left = this.#left.get(identity) ?? 0
    if (left > 0) this.#left.set(identity, left - 1)
    return left > 0
  }

  #identityOf(values: readonly CellInput[]): string {
    return identityOf(
      this.#known.map((at) => (values[at] === '' ? null : (values[at] ?? null))),
      [],
    )
  }
}

/** Reads the moved columns of a tab. @returns nothing if an identifying column is missing. @throws VendorError */
export async function readKnownRows(
  client: SheetsClient,
  tab: Tab,
  plan: TabPlan,
  overlap: Overlap,
): Promise<KnownRows | undefined> {
  const known = new KnownRows(plan, overlap)
  let places: readonly number[] | undefined
  for await (const page of tabPages(client, tab)) {
    for (const row of page) {
      if (!places) {
        const header = row.map(headerText)
        places = plan.columns.map(({ name }) => header.indexOf(name))
        const needed = overlap.key.length > 0 ? [...overlap.key, overlap.cursor] : []
        if (needed.some((name) => name !== undefined && !header.includes(name))) return undefined
      } else if (hasData(row)) known.isThere(places.map((at) => heldIn(row[at] ?? {})))
    }
  }
  return known
}

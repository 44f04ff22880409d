import type { Field } from '../../formats/common-text/row-encoder.ts'
import type { Overlap } from '../../ports/destination.ts'
import type { CellInput, SheetsClient, Tab } from './sheets-client.ts'
import { heldIn, identityOf } from './tab-comparison.ts'
import { tabPages } from './tab-pages.ts'
import type { TabPlan } from './tab-plan.ts'
import { hasData, headerText } from './tab-scan.ts'

const MOMENTS: readonly string[] = ['date', 'timestamp']

/** The rows of a tab that an earlier run may have brought, by their key and cursor, or by all that comes; as many as there are. */
export class KnownRows {
  readonly #left = new Map<string, number>()
  /** Columns by which rows are known, by their places among those that come. */
  readonly #known: readonly number[]
  readonly #isNew: (fields: readonly Field[]) => boolean

  /** @param overlap whose columns are among those that come */
  constructor({ columns }: TabPlan, { key, cursor, until }: Overlap) {
    const placeOf = (name: string) => columns.findIndex((column) => column.name === name)
    const names = key.length > 0 ? [...key, ...(cursor === undefined ? [] : [cursor])] : columns.map(({ name }) => name)
    this.#known = [...new Set(names)].map(placeOf)
    const at = cursor === undefined ? -1 : placeOf(cursor)
    const isMoment = MOMENTS.includes(columns[at]?.value.kind ?? '')
    this.#isNew = (fields) => {
      const text = fields[at] ?? null
      if (until === undefined || text === null) return false
      // The common text of times is ordered as they are.
      return isMoment ? String(text) > until : Number(text) > Number(until)
    }
  }

  isThere(values: readonly CellInput[]): void {
    const identity = this.#identityOf(values)
    this.#left.set(identity, (this.#left.get(identity) ?? 0) + 1)
  }

  /** Whether a row that comes is one of those; each is found once. */
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

/** Reads what a tab holds of the columns that come. @returns nothing where it lacks one by which rows are known. @throws VendorError */
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

import type { Operation } from '../../contract/requests/operations.ts'
import type { RouteName } from '../../contract/routes.ts'
import { EVERY_SOURCE, type MaskedColumns } from '../../core/catalog/assistants/masked-columns.ts'
import { withoutQuotations } from '../../core/catalog/assistants/without-quotations.ts'
import { withoutRows } from '../domain/assistants/without-rows.ts'
import { readMaskedColumns } from '../domain/flows/read-masked-columns.ts'
import type { Member } from '../domain/members/member.ts'
import type { Principal } from '../domain/people/principal.ts'
import type { Database } from '../store/database/database.ts'

/** Calls whose messages are about names, settings and documents. A new call counts as one that may quote rows. */
const READS_NO_ROW: readonly RouteName[] = [
  'listConnections',
  'discoverConnection',
  'testConnection',
  'planStream',
  'planTargets',
  'planStructure',
  'proposeFlow',
]

/** Calls that the endpoint for assistants makes, whatever their key. */
export type CallsOfModels = Pick<WeakSet<Request>, 'has'>

export const isForModel = ({ service }: Principal, request: Request, calls: CallsOfModels): boolean =>
  service?.needsApproval === true || calls.has(request)

/**
 * Makes a call, and leaves out of its answer the values of rows: those that messages of databases quote, what can be computed from them, and how far a
 * masked column was read. @throws its failure, whose message quotes none either
 */
export async function forModel(
  database: Pick<Database, 'inOrganization'>,
  { name }: Pick<Operation, 'name'>,
  { organizationId }: Member,
  call: () => Promise<unknown>,
): Promise<unknown> {
  if (READS_NO_ROW.includes(name)) return call()
  const answer = await call().catch((error: unknown) => {
    // What steps that an assistant tries quote was shown to it.
    throw name === 'showFlowRows' ? error : withoutRows(error)
  })
  if (answer instanceof Response) return answer
  const masked = await database.inOrganization(organizationId, (query) =>
    readMaskedColumns(query, organizationId, EVERY_SOURCE),
  )
  return valueless(answer, masked)
}

/** Texts for people, which may quote a database. */
const TEXTS: readonly string[] = ['message', 'hint', 'reason', 'rule', 'notes']

/** Sums over rows and over positions: who knows all but one value finds that one by trying. */
const SUM = /(^|_)(digest|hash)$/

/** Fields that have a value of the cursor, and what stands there instead; undefined: nothing. */
const POSITIONS: Readonly<Record<string, null | undefined>> = {
  from: undefined,
  until: undefined,
  cursor_before: undefined,
  bound: null,
  before: null,
  after: null,
}

/** @param hides whether the values in POSITIONS are of a masked column */
function valueless(value: unknown, masked: MaskedColumns, entity = '', hides = false): unknown {
  if (Array.isArray(value)) return value.map((item) => valueless(item, masked, entity))
  if (!isFields(value)) return value
  const table = typeof value['entity'] === 'string' ? value['entity'] : entity
  const cursor = cursorOf(value)
  const isHidden = hides || (cursor !== undefined && masked.has({ entity: table, column: cursor }))
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, own]) => {
      // The translatable form of a message has the same values.
      if (SUM.test(key) || /(^|_)sentences?$/.test(key)) return []
      if (TEXTS.includes(key)) return [[key, unquoted(own)]]
      if (isHidden && Object.hasOwn(POSITIONS, key) && !isFields(own)) return [[key, POSITIONS[key]]]
      return [[key, valueless(own, masked, table, isHidden && isFields(own))]]
    }),
  )
}

const unquoted = (text: unknown): unknown => {
  if (Array.isArray(text)) return text.map(unquoted)
  return typeof text === 'string' ? withoutQuotations(text) : text
}

/** The cursor that an object is about: of a window, of a position, or of a stream with a window. */
function cursorOf({ cursor, window }: Readonly<Record<string, unknown>>): string | undefined {
  const named = isFields(window) ? window['cursor'] : isFields(cursor) ? cursor['column'] : cursor
  return typeof named === 'string' ? named : undefined
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

import { sentence } from '../../../core/catalog/sentence.ts'
import { limitOf, type ValueLimit } from '../../../engine/formats/common-text/value-limit.ts'
import type { Field } from '../../../engine/ports/value-type.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import {
  deleteRejectedRows,
  forgetEmpty,
  type KeptColumn,
  listRejectedStreams,
  lockRejectedRows,
  type RejectedPick,
  type RejectedStream,
  setRejectedRow,
} from '../../store/rejects/rejected-rows.ts'
import { openRejectedRow, rejectedOwner } from '../../vault/sealed-rows.ts'
import type { Member } from '../members/member.ts'
import { invalid, RequestError } from '../request-error.ts'
import { readRun } from '../runs/read-runs.ts'
import type { RejectsDeps } from './read-rejects.ts'

/** New values of a kept row, by column. */
export interface RowChange {
  readonly id: number
  readonly values: Readonly<Record<string, Field>>
  /** Values that the caller has read: the row is changed only if it still has them. */
  readonly seen?: Readonly<Record<string, Field>> | undefined
}

/**
 * Changes values of kept rows before they are sent again: all rows or none.
 * @throws RequestError that names the value; conflict if somebody else has changed what the caller has seen
 */
export async function editRejectedRows(
  { database, vault }: RejectsDeps,
  { organizationId, person }: Member,
  runId: string,
  changes: readonly RowChange[],
): Promise<void> {
  const run = await readRun(database, organizationId, runId)
  const owner = { organizationId, runId }
  await database.inOrganization(organizationId, async (query) => {
    const streams = await listRejectedStreams(query, organizationId, runId)
    const rows = await lockRejectedRows(query, organizationId, runId, { rows: changes.map(({ id }) => id) })
    for (const { id, values, seen } of changes) {
      const row = rows.find((found) => found.id === id)
      const stream = streams.find(({ entity }) => entity === row?.entity)
      if (!row || !stream) throw notKept()
      const sealed = openRejectedRow(vault, owner, row.sealed)
      const columns = row.is_traced ? (stream.source_columns ?? stream.columns) : stream.columns
      const before = sealed.source ?? sealed.fields
      refuseUnseen(columns, before, seen)
      const after = changed(columns, before, values)
      const place = row.is_traced ? 'source' : 'fields'
      const content = { ...sealed, [place]: after, original: sealed.original ?? before }
      await setRejectedRow(query, organizationId, {
        id,
        sealed: vault.seal(rejectedOwner(organizationId, runId), content),
        isOutdated: mayChangeKey(stream, Object.keys(values)),
      })
    }
    await recordAudit(query, organizationId, person, { action: 'run.rejects_edited', id: runId, name: run.flow_name })
  })
}

/** Deletes kept rows, which are then not sent any more. @returns their number. @throws RequestError */
export async function skipRejectedRows(
  { database }: Pick<RejectsDeps, 'database'>,
  { organizationId, person }: Member,
  runId: string,
  pick: RejectedPick,
): Promise<number> {
  const run = await readRun(database, organizationId, runId)
  return database.inOrganization(organizationId, async (query) => {
    const rows = await deleteRejectedRows(query, organizationId, runId, pick)
    if (rows === 0) throw notKept()
    await forgetEmpty(query, runId)
    await recordAudit(query, organizationId, person, { action: 'run.rejects_skipped', id: runId, name: run.flow_name })
    return rows
  })
}

/** Whether a change makes of a row one of another key, which the target may have already. */
function mayChangeKey({ key_columns: key, origins }: RejectedStream, changed: readonly string[]): boolean {
  if (!key) return true
  const made = key.map((name) => origins?.find((origin) => origin.name === name)?.from)
  // Nobody knows from what the key is made.
  if (made.includes(undefined)) return key.length > 0
  const columns = made.flatMap((from) => from?.map(({ column }) => column) ?? [])
  return changed.some((name) => key.includes(name) || columns.includes(name))
}

/** @throws RequestError for a column that the row does not have, or a value that the column cannot have at the source */
function changed(
  columns: readonly KeptColumn[],
  fields: readonly Field[],
  values: RowChange['values'],
): readonly Field[] {
  const after = [...fields]
  for (const [name, value] of Object.entries(values)) {
    const { at, column } = find(columns, name, 'values')
    const rule = value === null ? undefined : writtenLimit(column)(value)
    if (rule) throw invalid(sentence`"${name}" ${rule}`, `rows.values.${name}`)
    after[at] = value
  }
  return after
}

/** What a person may write into a column of a kept row: in the notation in which the row is shown, because it is sent again in it. */
function writtenLimit({ value, type, system }: KeptColumn): ValueLimit {
  const limit = limitOf(value, { takesSpecialValues: true, takesNul: true })
  if (value.kind === 'bytes')
    return (text) => (BYTES.test(text) ? limit(text) : sentence`accepts only bytes such as ${'\\x00ff'}`)
  // Between two Postgres databases a list stays as they write it.
  if (system !== 'postgres' || value.kind !== 'json' || JSON_TYPES.test(type)) return limit
  const ofList: ValueLimit = (text) => (LIST.test(text) ? undefined : sentence`accepts only lists such as ${'{1,2}'}`)
  // What a domain is made of is not kept.
  return type.endsWith('[]') ? ofList : (text) => limit(text) && ofList(text)
}

const BYTES = /^\\x([\da-f]{2})*$/i
const JSON_TYPES = /^jsonb?$/

/** With the bounds that a list may have, such as `[0:1]={1,2}`. Only the server knows the rest. */
const LIST = /^(\[[-+:\d[\]]+=)?\{.*\}$/s

/** @throws RequestError for a column that the row does not have, or whose value is another one now */
function refuseUnseen(
  columns: readonly KeptColumn[],
  fields: readonly Field[],
  seen: NonNullable<RowChange['seen']> = {},
): void {
  for (const [name, value] of Object.entries(seen)) {
    if (fields[find(columns, name, 'seen').at] !== value)
      throw new RequestError(
        'conflict',
        'ROW_CHANGED',
        sentence`"${name}" of this row has been changed elsewhere since you read it. Read it again to see the change.`,
      )
  }
}

function find(columns: readonly KeptColumn[], name: string, of: 'values' | 'seen') {
  const at = columns.findIndex((column) => column.name === name)
  const column = columns[at]
  if (!column) throw invalid(sentence`The row has no column "${name}"`, `rows.${of}.${name}`)
  return { at, column }
}

const notKept = () =>
  new RequestError(
    'conflict',
    'ROWS_NOT_KEPT',
    sentence`These rows are no longer kept, or are being sent. Load the page again.`,
  )

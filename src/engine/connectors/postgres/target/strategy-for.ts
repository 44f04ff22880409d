import { defined } from '../../../../core/catalog/defined.ts'
import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import { mergedBy } from '../../shared/equal-keys.ts'
import { newerIn } from '../../shared/newer-in.ts'
import { isUniqueAtSource } from '../../shared/row-key.ts'
import { mayBeRespelled } from '../../sql/key-ranges.ts'
import { baseTypeOf, isApart, valueOfColumn } from '../schema/base-type.ts'
import type { Relation } from '../schema/describe-relations.ts'
import { ignoredBy } from '../schema/ignored-by.ts'
import { entityName } from '../schema/relation-name.ts'
import { alteringNames } from '../write/altered-rows.ts'
import { appendStrategy, stagedAppendStrategy } from '../write/append-strategy.ts'
import { chooseStrategy } from '../write/choose-strategy.ts'
import { upsertStrategy } from '../write/upsert-strategy.ts'
import { isEmpty, type Widening } from '../write/widening.ts'
import type { Write, WritePlan } from './plan-write.ts'
import { requireRights } from './require-rights.ts'
import { requireUnique } from './require-unique.ts'

/** How rows are written into a table that is there, with what is to be said about it. @throws ConnectorError if that is not possible */
export async function strategyFor(
  write: Write,
  existing: Relation,
  {
    written,
    types,
    widening,
    ignores,
    vanishing,
  }: Pick<WritePlan, 'written' | 'types' | 'ignores' | 'vanishing'> & {
    readonly widening: Widening
  },
): Promise<Pick<WritePlan, 'strategy' | 'notes'>> {
  const { session, request, surveyed, stagingName, key } = write
  const { mode, checksValues: checksRows = false } = request
  if (mode === 'replace')
    return chooseStrategy(
      existing,
      surveyed.facts,
      { columns: written, widening, checksRows, isDry: request.isDry },
      stagingName,
    )
  const known = written.filter((name) => !widening.added.some((column) => column.name === name))
  if (mode === 'append') return appendFor(write, existing, { written, types, widening, known, ignores })
  await requireUnique(session, existing, key)
  const identityAlways = existing.columns.filter((column) => column.isIdentityAlways).map(({ name }) => name)
  const mark = vanishing?.handling.column
  const marks = mark !== undefined && vanishing?.hasMarks ? [mark] : []
  const respelled = existing.columns.filter((own) => key.includes(own.name) && isRespelled(own)).map(({ name }) => name)
  const merged = mergedBy(request.columns, key, ignores)
  await requireRights(session, existing, {
    inserted: known,
    updated: [...known.filter((name) => !key.includes(name) && !identityAlways.includes(name)), ...respelled, ...marks],
    read: [...known, ...marks],
    deletes: vanishing !== undefined && mark === undefined,
  })
  const options = {
    columns: written,
    key,
    apart: existing.columns.filter(isApart).map(({ name }) => name),
    identityAlways,
    respelled,
    merged,
    isUnique: isUniqueAtSource(request.columns, key),
    widening,
    ...defined({ vanishing, keepsNewer: newerIn(request.keepsNewer, known) }),
  }
  return { strategy: upsertStrategy(existing, stagingName, options), notes: [] }
}

async function appendFor(
  { session, request, target, stagingName }: Write,
  existing: Relation,
  {
    written,
    types,
    widening,
    known,
    ignores,
  }: Pick<WritePlan, 'written' | 'types' | 'ignores'> & {
    readonly widening: Widening
    readonly known: readonly string[]
  },
): Promise<Pick<WritePlan, 'strategy' | 'notes'>> {
  const { overlap, checksValues = false, finds } = request
  // COPY refuses a table whose row security concerns the account.
  const isDirect = isEmpty(widening) && !overlap && !checksValues && !finds && !existing.isFiltered
  await requireRights(session, existing, defined({ inserted: known, read: isDirect ? undefined : known }))
  if (isDirect) {
    const by = await alteringNames(session, existing)
    return { notes: by === undefined ? [] : [changesNote(existing, by)], strategy: appendStrategy(target) }
  }
  const columns = written.map((name, index) => ({
    name,
    type: types[index] ?? 'text',
    isApart: existing.columns.some((own) => own.name === name && isApart(own)),
    isMerging: mergedBy(request.columns, [name], ignores).length > 0,
  }))
  const staged = { columns, widening, ...defined({ overlap }) }
  return { notes: [], strategy: stagedAppendStrategy(existing, stagingName, staged) }
}

const changesNote = (target: Relation, by: string): Sentence =>
  sentence`Triggers or rules of ${entityName(target)} may change the rows that are added, which is not compared: ${by}.`

/** Whether an equal value may be written in another way, so that a row that is found by its key gets the new one. */
const isRespelled = (own: Relation['columns'][number]): boolean =>
  mayBeRespelled([{ name: own.name, value: valueOfColumn(own), isLoose: ignoredBy(own) !== undefined }]) ||
  !SPELLED_ONCE.test(baseTypeOf(own))

/** Types in which equal values are the same value. */
const SPELLED_ONCE =
  /^(boolean|smallint|integer|bigint|oid|uuid|date|time without|timestamp|time\(\d\) without|bytea|bit|text|character varying|name|"char"|inet|cidr|macaddr8?|pg_lsn)\b[^[]*$/

import { defined } from '../../../../core/catalog/defined.ts'
import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import type { SourceColumn } from '../../../ports/source.ts'
import type { IgnoredColumns } from '../../../ports/target.ts'
import { leftNotes } from '../../shared/fit-notes.ts'
import { ignoredColumns } from '../../shared/ignored-columns.ts'
import { noMark } from '../../shared/mark-column.ts'
import { reshapedNotes } from '../../shared/target-notes.ts'
import { baseTypeOf, isApart, valueOfColumn } from '../schema/base-type.ts'
import type { Relation } from '../schema/describe-relations.ts'
import { ignoredBy } from '../schema/ignored-by.ts'
import { entityName, onlyRows, sqlName } from '../schema/relation-name.ts'
import type { Vanishing } from '../write/vanished-rows.ts'
import { requireWidenable, type Widening, wideningNotes, widenStatement } from '../write/widening.ts'
import { checkCurrency } from './check-currency.ts'
import { checkTarget } from './check-target.ts'
import { checkTypes, lackingNotes } from './check-types.ts'
import { limitInto } from './column-limits.ts'
import type { Write, WritePlan } from './plan-write.ts'
import { foundColumn, markOf, mayMissValues, namedType, namesOfRespelled, unsignedColumns } from './planned-columns.ts'
import { sequenceNotes } from './sequence-notes.ts'
import { strategyFor } from './strategy-for.ts'

/** How rows are written to a table that exists. @throws ConnectorError */
export async function planIntoTable(write: Write, existing: Relation): Promise<WritePlan> {
  const { session, request, target, surveyed, columns, key } = write
  const { mode, computed } = request
  const fit = checkTarget(existing, columns, entityName(target), request)
  const { written, equal, retyped } = fit
  const marks = markOf(request).filter((mark) => refuseMark(existing, mark, entityName(target)))
  const added = [...fit.added, ...marks]
  const lacking = await checkTypes(session, { columns: equal, known: surveyed.knownTypes, tableIsNew: false })
  const widening: Widening = { added, retyped }
  await requireWidenable(session, existing, widening)
  const nativeText = namesOfRespelled(equal)
  const ownOf = (name: string) => existing.columns.find((there) => there.name === name)
  const ignores = ignoredColumns(existing.columns, ignoredBy)
  const vanishing = vanishingOf(write, existing, ignores, marks.length === 0)
  const types = written.map((name) => {
    const wider = [...added, ...retyped].find((changed) => changed.name === name)
    return wider?.type ?? ownOf(name)?.type ?? 'text'
  })
  const reshaped = reshapedColumns(columns, existing)
  const chosen = await strategyFor(write, existing, defined({ written, types, widening, ignores, vanishing }))
  return defined({
    written,
    columns: columns.map((column) => foundColumn(column, existing, { ...fit, key })),
    after: [
      ...existing.columns.map((own) => namedType(retyped.find(({ name }) => name === own.name) ?? own)),
      ...added.map(namedType),
    ],
    notes: [
      ...wideningNotes(target, widening, request),
      ...lackingNotes(lacking, request),
      ...checkCurrency(equal, session.currency, entityName(target)),
      ...(mode === 'replace' ? leftNotes(fit.left, request) : []),
      ...chosen.notes,
      ...(existing.isFiltered ? [hidesNote(existing)] : []),
      ...reshapedNotes(reshaped, 'json'),
      ...(await sequenceNotes(session, existing, written)),
    ],
    isNew: false,
    isExact:
      equal.length === columns.length &&
      computed === undefined &&
      !(request.checksValues && mayMissValues(columns, key, existing)),
    nativeText,
    types,
    ignores,
    reshaped,
    unsigned: unsignedColumns(columns, existing),
    limits: written.map((name, index) =>
      limitInto(write, existing, { name, type: types[index] ?? 'text', nativeText }),
    ),
    lacking,
    widening: widenStatement(sqlName(target), widening),
    strategy: chosen.strategy,
    givingWay: [],
    vanishing,
  })
}

function vanishingOf(
  { request: { vanished }, key }: Write,
  existing: Relation,
  ignores: IgnoredColumns,
  hasMarks: boolean,
): Vanishing | undefined {
  if (!vanished) return undefined
  const columns = key.flatMap((name) => existing.columns.filter((own) => own.name === name))
  return {
    target: onlyRows(existing),
    key: columns.map((own) => {
      const isLoose = ignores[own.name] && true
      return defined({ name: own.name, value: valueOfColumn(own), type: baseTypeOf(own), isLoose })
    }),
    apart: existing.columns.filter(isApart).map(({ name }) => name),
    handling: vanished,
    hasMarks,
  }
}

const hidesNote = (target: Relation): Sentence =>
  sentence`Row security of ${entityName(target)} may hide rows from the account. It neither replaces nor removes what it does not see, nor recognizes that a row is there already.`

/** The columns in which `jsonb` gets JSON that is still a text. */
const reshapedColumns = (columns: readonly SourceColumn[], existing: Relation): readonly string[] =>
  columns
    .filter((column) => {
      const own = existing.columns.find(({ name, generated }) => name === column.name && generated === null)
      return own && baseTypeOf(own) === 'jsonb' && baseTypeOf(column) !== 'jsonb'
    })
    .map(({ name }) => name)

/** @returns whether the column is missing. @throws ConnectorError if the existing one cannot have the time of a run */
function refuseMark({ columns }: Relation, { name }: SourceColumn, target: string): boolean {
  const own = columns.find((column) => column.name === name)
  if (own && (valueOfColumn(own).kind !== 'timestamp' || !own.nullable || own.generated !== null))
    throw noMark(target, name, own.type)
  return own === undefined
}

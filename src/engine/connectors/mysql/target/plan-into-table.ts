import { defined } from '../../../../core/catalog/defined.ts'
import type { PlannedColumn } from '../../../ports/destination.ts'
import type { SourceColumn } from '../../../ports/source.ts'
import { leftNotes } from '../../shared/fit-notes.ts'
import { ignoredColumns } from '../../shared/ignored-columns.ts'
import { noMark } from '../../shared/mark-column.ts'
import { reshapedNotes } from '../../shared/target-notes.ts'
import { columnDefinitions } from '../schema/column-definitions.ts'
import type { Table } from '../schema/describe-tables.ts'
import { isSameType } from '../schema/fits-type.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { sqlName } from '../schema/table-name.ts'
import { valueTypeOf } from '../schema/value-type-of.ts'
import type { Vanishing } from '../write/vanished-rows.ts'
import { planWidening } from '../write/widening.ts'
import { checkTarget, isSameName, isWidenable, type TargetFit } from './check-target.ts'
import { chooseStrategy } from './choose-strategy.ts'
import { collationOf, ignoredIn, markOf, plannedColumn, spelledType } from './column-plans.ts'
import type { Write, WritePlan, WrittenColumn } from './plan-write.ts'
import type { SurveyedTarget } from './survey-targets.ts'
import { planWiderTypes, type WiderTypes } from './wider-types.ts'

/** How the rows are written to a table that exists. @throws ConnectorError */
export async function planIntoTable(
  write: Write,
  existing: Table,
  dependents: Omit<SurveyedTarget, 'table'>,
): Promise<WritePlan> {
  const { session, request, fence, name, key, isOwn } = write
  const { columns, mode, drift } = request
  const fit = checkTarget(existing, columns, name, { isOwn, drift })
  // The existing rows have no value for a new column.
  const nullable = fit.added.map((column) => ({ ...column, nullable: true }))
  const definitions = await columnDefinitions(session, nullable, isOwn, [])
  const marks = markOf(request).filter(() => isMarkMissing(existing, request.vanished?.column ?? '', name))
  const wider = await planWiderTypes(write, existing, fit)
  const changes = { added: [...definitions, ...marks], retyped: wider.retyped }
  const widening = planWidening(fence.target, changes, wider.definition, request)
  const fitting: Fitting = { existing, fit, definitions, wider }
  const { ownOf, typeIn } = typesAfter(fitting)
  const ignores = ignoredColumns(columns, (column) => ignoredIn(collationOf(ownOf(column.name))))
  const written = writtenColumns(write, fitting)
  // MariaDB keeps JSON as a text.
  const takesApart = ({ column, type }: WrittenColumn) => type === 'json' && !(isOwn(column) && column.type === 'json')
  const reshaped = session.facts.isMariaDb ? [] : written.filter(takesApart).map(({ column }) => column.name)
  const required = fit.written.filter(
    (wanted) => ownOf(wanted)?.nullable === false || (mode === 'upsert' && key.includes(wanted)),
  )
  const vanishing = vanishingOf(write, existing, fit.written, marks.length === 0)
  const { strategy, notes } = await chooseStrategy(write, existing, dependents, {
    columns: fit.written,
    known: written.filter(({ column }) => !fit.added.includes(column)),
    widening,
    ignores,
    ...defined({ vanishing }),
  })
  return defined({
    isNew: false,
    strategy,
    written,
    nativeText: written
      .filter(({ column, type }) => column.hasNativeText && isOwn(column) && isSameType(type, column.type))
      .map(({ column }) => column.name),
    required,
    mayMissValues: columns.some(({ name, nullable }) => nullable && required.includes(name)),
    existing,
    ignores,
    reshaped,
    widening: widening?.statement(sqlName(fence.target)),
    columns: columns.map((column) => plannedIn(fitting, column, required)),
    after: [
      ...existing.columns.map((own) => ({ name: own.name, type: typeIn(own.name) ?? own.type })),
      ...fit.added.map(({ name: own }) => ({ name: own, type: spelledType(typeIn(own) ?? '') })),
    ],
    notes: [
      ...(widening ? [widening.note] : []),
      ...(mode === 'replace' ? leftNotes(fit.left, request) : []),
      ...notes,
      ...reshapedNotes(reshaped, 'longtext'),
    ],
    vanishing,
  })
}

/** An existing table, and how it takes the columns that come. */
interface Fitting {
  readonly existing: Table
  readonly fit: TargetFit
  /** Of the columns that are added. */
  readonly definitions: readonly string[]
  readonly wider: WiderTypes
}

/** The columns of the table by the names that come, and their types after the run. */
function typesAfter({ existing, fit, definitions, wider: { retyped } }: Fitting) {
  const ownOf = (wanted: string) => existing.columns.find((column) => isSameName(column.name, wanted))
  const typeIn = (wanted: string): string | undefined => {
    const at = fit.added.findIndex((column) => column.name === wanted)
    if (at >= 0) return definitions[at]?.slice(quoteIdentifier(wanted).length + 1)
    const own = ownOf(wanted)
    return retyped.find((column) => column.own === own)?.type ?? own?.type
  }
  return { ownOf, typeIn }
}

function writtenColumns({ request: { columns } }: Write, fitting: Fitting): readonly WrittenColumn[] {
  const { ownOf, typeIn } = typesAfter(fitting)
  return fitting.fit.written.flatMap((wanted) => {
    const column = columns.find((other) => other.name === wanted)
    const type = typeIn(wanted)
    if (!column || type === undefined) return []
    const own = ownOf(wanted)
    const isNarrow = own && own.type === type && isWidenable(own, column)
    const widerType = isNarrow ? fitting.wider.wider(column, own) : undefined
    const fillsMissing = own?.fillsMissing && (column.nullable || column.mayBeReadAsNull)
    return [defined({ column, type, collation: collationOf(own), fillsMissing: fillsMissing || undefined, widerType })]
  })
}

function plannedIn(fitting: Fitting, column: SourceColumn, required: readonly string[]): PlannedColumn {
  const { ownOf, typeIn } = typesAfter(fitting)
  const { fit, wider } = fitting
  const own = ownOf(column.name)
  if (!fit.written.includes(column.name))
    return { name: column.name, type: own?.type ?? column.type, notes: ['computed'] }
  const type = spelledType(typeIn(column.name) ?? '')
  if (fit.added.includes(column)) return { name: column.name, type, notes: ['added'] }
  const { notes, ...rest } = plannedColumn(column, type, !required.includes(column.name))
  return { ...rest, notes: wider.retyped.some((changed) => changed.own === own) ? ['widened', ...notes] : notes }
}

function vanishingOf(
  { request: { vanished }, key }: Write,
  { columns }: Table,
  written: readonly string[],
  hasMarks: boolean,
): Vanishing | undefined {
  const isWritten = ({ name }: Table['columns'][number]) => written.some((wanted) => isSameName(wanted, name))
  return (
    vanished && {
      key: key.flatMap((wanted) => keyColumn(columns.find(({ name }) => isSameName(name, wanted)))),
      handling: vanished,
      hasMarks,
      followingChanges: columns.filter((own) => own.followsChanges && isWritten(own)).map(({ name }) => name),
    }
  )
}

/** @throws ConnectorError if the existing column cannot have the time of a run */
function isMarkMissing({ columns }: Table, column: string, target: string): boolean {
  const own = columns.find(({ name }) => isSameName(name, column))
  if (own && (valueTypeOf(own.type).kind !== 'timestamp' || !own.nullable || own.isGenerated))
    throw noMark(target, column, own.type)
  return own === undefined
}

const keyColumn = (own: Table['columns'][number] | undefined) =>
  own === undefined
    ? []
    : [
        {
          name: own.name,
          value: valueTypeOf(own.type),
          isLoose: ignoredIn(collationOf(own)) !== undefined,
          type: `${own.type}${own.collation === undefined ? '' : ` collate ${own.collation}`}`,
        },
      ]

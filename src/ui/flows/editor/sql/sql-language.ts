import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  completeFromList,
} from '@codemirror/autocomplete'
import { keywordCompletionSource, SQLDialect, schemaCompletionSource } from '@codemirror/lang-sql'
import type { Extension } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { defined } from '../../../../core/catalog/defined.ts'
import { sqlName } from '../../../../core/transformations/condition/sql-name.ts'
import { AGGREGATE_FUNCTIONS, ROW_FUNCTIONS, type SqlFunction } from '../../../../core/transformations/sql-functions.ts'
import type { SqlShape } from './sql-basics.ts'

/** A column that the step receives. */
export interface KnownColumn {
  readonly name: string
  /** The type for people; undefined if unknown. */
  readonly type: string | undefined
}

const EXPRESSION_WORDS =
  'and or not in is null true false between like ilike case when then else end as interval escape distinct from similar to at time zone'
const QUERY_WORDS = `select distinct where group by having order limit offset join left right inner outer full cross on using union all
  intersect except with recursive values over partition rows range preceding following unbounded current row filter qualify asc desc nulls first
  last exists any lateral unnest sample window exclude replace`
const TYPES = `varchar text integer int bigint smallint tinyint hugeint decimal numeric double real float boolean date time timestamp timestamptz
  interval json blob uuid`

/** The SQL of steps in DuckDB; docs/transformations.md lists the differences from Postgres. */
const dialectOf = (words: string, functions: readonly SqlFunction[] = []): SQLDialect =>
  SQLDialect.define({
    keywords: words,
    types: TYPES,
    builtin: functions.map(({ name }) => name).join(' '),
    doubleDollarQuotedStrings: true,
    caseInsensitiveIdentifiers: true,
    operatorChars: '+-*/<>=~!@#%^&|:',
    specialVar: '?',
  })

const FUNCTIONS = [...ROW_FUNCTIONS, ...AGGREGATE_FUNCTIONS]
const ALL_WORDS = `${EXPRESSION_WORDS} ${QUERY_WORDS}`
/** Functions are offered with their arguments, so words do not include them. */
const EXPRESSION = {
  dialect: dialectOf(EXPRESSION_WORDS, FUNCTIONS),
  words: dialectOf(EXPRESSION_WORDS),
  functions: ROW_FUNCTIONS,
}
const QUERY = { dialect: dialectOf(ALL_WORDS, FUNCTIONS), words: dialectOf(ALL_WORDS), functions: FUNCTIONS }

/** For the destination: common words of Postgres and MySQL; what it has, only the database knows. */
const SCRIPT_WORDS = `${ALL_WORDS} insert into update set delete create replace table view index materialized refresh concurrently drop alter add column
  constraint primary foreign key references default truncate grant revoke to analyze vacuum call do if begin commit rollback returning conflict duplicate function procedure`
const SCRIPT = dialectOf(SCRIPT_WORDS)

/** The language and its completions: in a query the table `input` and its columns, in an expression only columns. */
export function sqlLanguage(shape: SqlShape, columns: readonly KnownColumn[] = []): Extension {
  if (shape === 'script') {
    const autocomplete = notBehindADot(keywordCompletionSource(SCRIPT, true))
    return [SCRIPT.language, SCRIPT.language.data.of({ autocomplete })]
  }
  const isQuery = shape === 'query'
  const { dialect, words, functions } = isQuery ? QUERY : EXPRESSION
  const names = columns.map(completionOfColumn)
  const sources: readonly CompletionSource[] = [
    schemaCompletionSource(
      defined({ dialect, schema: isQuery ? { input: names } : names, defaultTable: isQuery ? 'input' : undefined }),
    ),
    notBehindADot(completeFromList(functions.map(completionOfFunction))),
    notBehindADot(keywordCompletionSource(words, true, (label, type) => ({ label, type, boost: -2 }))),
  ]
  return [dialect.language, ...sources.map((autocomplete) => dialect.language.data.of({ autocomplete }))]
}

const completionOfColumn = ({ name, type }: KnownColumn): Completion =>
  defined({ label: name, type: 'property', apply: sqlName(name), boost: 2, detail: type })

const completionOfFunction = ({ name, takes }: SqlFunction): Completion => ({
  label: name,
  type: 'function',
  detail: `(${takes})`,
  boost: -1,
  apply: (view: EditorView, _completion, from, to) => {
    const call = `${name}()`
    // Between the parentheses, unless there are no arguments.
    const anchor = from + call.length - (takes === '' ? 0 : 1)
    view.dispatch({ changes: { from, to, insert: call }, selection: { anchor }, userEvent: 'input.complete' })
  },
})

/** Only columns come after a dot. */
const notBehindADot =
  (source: CompletionSource): CompletionSource =>
  (context: CompletionContext): CompletionResult | Promise<CompletionResult | null> | null =>
    context.matchBefore(/\.\w*/) ? null : source(context)

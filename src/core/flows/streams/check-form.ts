import type { CheckSeverity, CheckType, DataCheck } from '../../catalog/checks/data-checks.ts'
import { readsInput } from '../../catalog/checks/reads-input.ts'
import { defined } from '../../catalog/defined.ts'

/** A check as it is typed in a form. */
export interface CheckForm {
  readonly type: CheckType
  readonly severity: CheckSeverity
  readonly columns: readonly string[]
  readonly column: string
  /** One per line. */
  readonly values: string
  readonly percent: string
  readonly rows: string
  readonly hours: string
  readonly target: string
  /** The columns of the other table; the same names if empty. */
  readonly keys: readonly string[]
  readonly query: string
  readonly name: string
}

export type CheckField = keyof CheckForm

/** Why a field cannot be used; `input`: a query that reads no row of the run. */
export type CheckProblem = 'missing' | 'number' | 'count' | 'input'

/** Either the check, or what is wrong with the form. */
export type ReadCheck =
  | { readonly check: DataCheck }
  | { readonly problems: Readonly<Partial<Record<CheckField, CheckProblem>>> }

const EMPTY: CheckForm = {
  type: 'not_null',
  severity: 'fail',
  columns: [],
  column: '',
  values: '',
  percent: '20',
  rows: '',
  hours: '24',
  target: '',
  keys: [],
  query: '',
  name: '',
}

/** The form of a check; without one, of a new check. */
export function checkForm(check?: DataCheck): CheckForm {
  if (!check) return EMPTY
  const { id: _, severity = 'fail', ...settings } = check
  const texts = Object.entries(settings).map(([name, value]) => [name, typeof value === 'number' ? `${value}` : value])
  const form: CheckForm = { ...EMPTY, severity, ...Object.fromEntries(texts) }
  return check.type === 'accepted_values' ? { ...form, values: check.values.join('\n') } : form
}

/** The check that a form describes. @param id of the check */
export function readCheckForm(id: string, form: CheckForm): ReadCheck {
  const settings = SETTINGS[form.type](form)
  const problems = Object.fromEntries(
    Object.entries(settings.problems ?? {}).filter(([, problem]) => problem !== undefined),
  )
  if (Object.keys(problems).length > 0) return { problems }
  const severity = form.severity === 'warn' ? { severity: form.severity } : {}
  return { check: { id, ...severity, type: form.type, ...settings.values } as DataCheck }
}

interface Settings {
  readonly values: Readonly<Record<string, unknown>>
  readonly problems?: Readonly<Partial<Record<CheckField, CheckProblem | undefined>>>
}

const columnsOnly = ({ columns }: CheckForm): Settings => ({
  values: { columns },
  problems: { columns: missingIf(columns.length === 0) },
})

/** How the settings of each type are read. */
const SETTINGS: Readonly<Record<CheckType, (form: CheckForm) => Settings>> = {
  not_null: columnsOnly,
  unique: columnsOnly,
  row_count(form) {
    const [percent, rows] = [numberIn(form.percent), numberIn(form.rows)]
    const isGiven = form.rows.trim() !== ''
    return {
      values: { percent, ...defined({ rows: isGiven ? rows : undefined }) },
      problems: {
        percent: percent === undefined ? 'number' : undefined,
        rows: isGiven && !Number.isInteger(rows) ? 'number' : undefined,
      },
    }
  },
  accepted_values(form) {
    const values = linesOf(form.values)
    return {
      values: { column: form.column, values },
      problems: { column: missingIf(form.column === ''), values: missingIf(values.length === 0) },
    }
  },
  freshness(form) {
    const hours = numberIn(form.hours)
    return {
      values: { column: form.column, hours },
      problems: { column: missingIf(form.column === ''), hours: hours ? undefined : 'number' },
    }
  },
  foreign_key({ columns, target, keys }) {
    const isFitting = keys.length === 0 || keys.length === columns.length
    return {
      values: defined({ columns, target: target.trim(), keys: keys.length > 0 ? keys : undefined }),
      problems: {
        columns: missingIf(columns.length === 0),
        target: missingIf(target.trim() === ''),
        keys: isFitting ? undefined : 'count',
      },
    }
  },
  sql({ query, name }) {
    return {
      values: defined({ query: query.trim(), name: name.trim() !== '' ? name.trim() : undefined }),
      problems: { query: missingIf(query.trim() === '') ?? (readsInput(query) ? undefined : 'input') },
    }
  },
}

const missingIf = (isMissing: boolean): CheckProblem | undefined => (isMissing ? 'missing' : undefined)

const linesOf = (text: string): readonly string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
]

/** Not negative; undefined if the text is no such number. */
function numberIn(text: string): number | undefined {
  const number = text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.'))
  return number >= 0 && Number.isFinite(number) ? number : undefined
}

import { useLingui } from '@lingui/react/macro'

import { ALL_COLUMNS } from '../../core/catalog/policies/setting-defaults.ts'
import { ALL_TABLES, ORDER } from '../../core/catalog/setting-text.ts'
import { useRoleName } from '../access/use-role-name.ts'
import { useCheckLabel } from '../catalog/use-check-names.ts'
import { useModeNames } from '../catalog/use-mode-names.ts'
import { type PolicyOption, usePolicyNames } from '../catalog/use-policy-names.ts'
import type { Formats } from '../i18n/formats.ts'
import { stepName } from '../i18n/step-type-texts.ts'
import { useFormats } from '../i18n/use-formats.ts'
import { stepValue } from './step-value.ts'

/** The words for a value of a changed field; names, numbers and other free values are shown unchanged. */
export function useValueName(): (path: readonly string[], value: string) => string {
  const { t, i18n } = useLingui()
  const modes = useModeNames()
  const policies = usePolicyNames()
  const roleName = useRoleName()
  const checkLabel = useCheckLabel()
  const formats = useFormats()
  const yesOrNo = { true: t`yes`, false: t`no` }
  const structure = { rows: t`Rows, columns and keys`, all: t`The structure too` }
  const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    enabled: yesOrNo,
    shows_values: yesOrNo,
    streams: { [ALL_TABLES]: t`all of the source, also later ones` },
    columns: { [ALL_COLUMNS]: t`all of them` },
    mode: Object.fromEntries(Object.entries(modes).map(([mode, { long }]) => [mode, long])),
    drift: wordsOf(policies.drift),
    on_invalid: wordsOf(policies.onInvalid),
    zero_dates: wordsOf(policies.zeroDates),
    empty_cursor: wordsOf(policies.emptyCursor),
    own_types: wordsOf(policies.ownTypes),
    on_vanished: wordsOf(policies.onVanished),
    verify: wordsOf(policies.verify),
    severity: { fail: t`Stop; the old rows stay`, warn: t`Warn; readers see the new rows` },
    overlap: { skip: t`Skip the new run`, queue: t`Run when it has ended` },
    when: { all_succeeded: t`All have succeeded`, any_ended: t`Any has ended, also if it failed` },
    capability: { source: t`Source`, destination: t`Destination`, both: t`Source and destination` },
    structure,
    comes: structure,
  }
  /** Steps and checks are told by their types, in a row. */
  const inOrder = (list: string | undefined, types: string) =>
    types
      .split(', ')
      .map((type) => (list === 'transformations' ? stepName(i18n, type) : list === 'checks' ? checkLabel(type) : type))
      .join(', ')
  return (path, value) => {
    const field = path.at(-1) ?? ''
    if (field === 'role') return roleName(value)
    if (field === 'checks') return checkLabel(value)
    if (field === ORDER) return inOrder(path.at(-2), value)
    if (path[0] === 'transformations') return stepValue({ i18n, formats }, path, value)
    return own(own(words, field) ?? {}, value) ?? numberIn(formats, path, value)
  }
}

/** Fields that hold a number. */
const NUMBERS: ReadonlySet<string> = new Set(
  'dollars rows mails percent hours megabytes days rejects_above vanished_percent'.split(' '),
)

/** Numbers and durations as people write them; other values unchanged. */
function numberIn(formats: Formats, path: readonly string[], value: string): string {
  if (value.trim() === '' || !Number.isFinite(Number(value))) return value
  if (path.length === 1 && path[0] === 'freshness') return formats.duration(Number(value) * 60_000)
  return NUMBERS.has(path.at(-1) ?? '') ? formats.number(Number(value)) : value
}

const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined

const wordsOf = (options: readonly PolicyOption<string>[]): Readonly<Record<string, string>> =>
  Object.fromEntries(options.map(({ value, label }) => [value, label]))

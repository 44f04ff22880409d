import { useLingui } from '@lingui/react/macro'
import { Select } from '../kit/select/select.tsx'
import { useListUrl } from '../routing/use-list-url.ts'
import styles from './filter.module.css'

/** A filter by the types in the list; hidden if there is only one. */
export function TypeFilter({ types, labelOf }: { types: readonly string[]; labelOf(type: string): string }) {
  const { t } = useLingui()
  const { filters, filter } = useListUrl()
  const { type = '' } = filters
  // Also one that no entry has, as after the last of them was deleted: what narrows the list is visible.
  const known = [...new Set(type === '' ? types : [...types, type])].map((name) => ({
    value: name,
    label: labelOf(name),
  }))
  if (known.length < 2 && type === '') return null
  return (
    <Select
      aria-label={t`Type`}
      className={styles['select']}
      value={type}
      placeholder={t`Any type`}
      options={known.sort((left, right) => left.label.localeCompare(right.label))}
      onChange={(event) => filter({ type: event.target.value })}
    />
  )
}

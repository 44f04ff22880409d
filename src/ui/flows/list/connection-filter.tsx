import { Trans, useLingui } from '@lingui/react/macro'

import type { Flow } from '../../../core/flows/flow.ts'
import { Combobox } from '../../kit/combobox/combobox.tsx'
import styles from '../../lists/filter.module.css'
import { useLoadedConnections } from '../../queries/use-connections.ts'

interface ConnectionFilterProps {
  readonly value: string | undefined
  readonly flows: readonly Flow[]
  onChange(connectionId: string): void
}

/** Flows from or to one system. Hidden where all flows have the same ones. */
export function ConnectionFilter({ value = '', flows, onChange }: ConnectionFilterProps) {
  const { t } = useLingui()
  const names = new Map<string, string>()
  for (const { sourceConnection, destinationConnection } of flows) {
    for (const end of [sourceConnection, destinationConnection]) if (end) names.set(end.id, end.name ?? end.id)
  }
  const known = useLoadedConnections()
  if (value !== '' && !names.has(value))
    names.set(value, known.find(({ id }) => id === value)?.name ?? t`A deleted source or destination`)
  const ends = new Set(flows.map((flow) => `${flow.sourceConnection?.id} ${flow.destinationConnection?.id}`))
  if (ends.size < 2 && value === '') return null
  const options = [...names]
    .map(([id, label]) => ({ value: id, label }))
    .sort((left, right) => left.label.localeCompare(right.label))
  return (
    <Combobox
      label={t`From or to`}
      className={styles['searched']}
      value={value}
      options={[{ value: '', label: t`Any source or destination` }, ...options]}
      nothing={<Trans>Nothing matches your search</Trans>}
      onChange={onChange}
    />
  )
}

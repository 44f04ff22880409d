import { Trans, useLingui } from '@lingui/react/macro'
import { Plus } from 'lucide'

import type { Connection } from '../../../core/connections/connection.ts'
import { connectionTypeOf } from '../../../core/connections/connection-type-of.ts'
import { useAllowance } from '../../access/use-active-organization.ts'
import { TypeMark } from '../../catalog/type-mark.tsx'
import { type FlowEnd, fitsEnd } from '../../connections/flow-end.ts'
import { Combobox } from '../../kit/combobox/combobox.tsx'

interface ConnectionChoiceProps {
  readonly end: FlowEnd
  readonly connections: readonly Connection[]
  readonly value: string
  onChange(id: string): void
  /** Another one is wanted. */
  onAdd(): void
}

/** One end of a flow, by its name or the name of its system; or a new one. */
export function ConnectionChoice({ end, connections, value, onChange, onAdd }: ConnectionChoiceProps) {
  const { t } = useLingui()
  const mayAdd = useAllowance()('connection.write')
  const isSource = end === 'source'
  return (
    <Combobox
      value={value}
      placeholder={isSource ? t`Choose a source` : t`Choose a destination`}
      options={connectionsFor(connections, end).map(({ id, name, type }) => ({
        value: id,
        label: name,
        detail: connectionTypeOf(type).label,
        mark: <TypeMark type={type} size="sm" />,
      }))}
      nothing={<Trans>Nothing matches your search</Trans>}
      action={
        mayAdd ? { label: isSource ? t`Add a source` : t`Add a destination`, icon: Plus, onSelect: onAdd } : undefined
      }
      onChange={onChange}
    />
  )
}

/** Those that are only for this end come first: one for both ends, such as a warehouse, is rarely meant. */
export const connectionsFor = (connections: readonly Connection[], end: FlowEnd): readonly Connection[] =>
  connections
    .filter((connection) => fitsEnd(connection, end))
    .toSorted((one, other) => Number(one.capability !== end) - Number(other.capability !== end))

import { Trans, useLingui } from '@lingui/react/macro'

import type { Flow } from '../../../core/flows/flow.ts'
import { type Column, type Density, Table } from '../../kit/table/table.tsx'
import { PHONE, useMedia } from '../../kit/use-media.ts'
import { GroupRow } from '../../lists/group-row.tsx'
import { PLAIN_UP_TO, Rows } from '../../lists/rows.tsx'
import { useSelectColumn } from '../../lists/select-column.tsx'
import type { useSorting } from '../../lists/sorting.ts'
import type { useGrouping } from '../../lists/use-grouping.ts'
import type { Selection } from '../../lists/use-selection.ts'
import { FlowRow } from './flow-row.tsx'

/** The sort keys of flows. */
export const FLOW_SORTS = {
  name: ({ name }: Flow) => name,
  route: ({ sourceConnection: from, destinationConnection: to }: Flow) => `${from?.name} ${to?.name}`,
  owner: ({ owner }: Flow) => owner?.name ?? owner?.uid,
  'last-run': ({ lastRun }: Flow) => lastRun?.startedAt,
  success: ({ lastSuccessAt }: Flow) => lastSuccessAt,
  rows: ({ lastRun }: Flow) => lastRun?.rowsWritten,
}

/** The column of the state has no room for a second fact: beside the navigation the table has at most 70rem. */
const NARROW = '(max-width: 90rem)'

interface FlowTableProps {
  readonly flows: readonly Flow[]
  readonly grouping: ReturnType<typeof useGrouping<Flow>>
  readonly selection: Selection
  readonly sorting: ReturnType<typeof useSorting<Flow>>
  readonly density: Density
}

export function FlowTable({ flows, grouping: { entries, toggle }, selection, sorting, density }: FlowTableProps) {
  const { t } = useLingui()
  // A server without a history of runs has nothing to show here.
  const hasHistory = flows.some(({ recentStates }) => recentStates !== undefined)
  const isPhone = useMedia(PHONE)
  const isNarrow = useMedia(NARROW)
  const columns = useColumns(selection, sorting, hasHistory)
  return (
    <Table
      label={t`Flows`}
      rowCount={entries.length > PLAIN_UP_TO ? entries.length : undefined}
      density={density}
      columns={columns}
    >
      <Rows items={entries} height={density === 'compact' ? 41 : 57}>
        {(entry) =>
          'group' in entry ? (
            <GroupRow
              key={entry.id}
              name={entry.group.name ?? <Trans>None</Trans>}
              count={entry.group.items.length}
              isFolded={entry.isFolded}
              onToggle={() => toggle?.(entry.id)}
            />
          ) : (
            <FlowRow
              key={entry.id}
              flow={entry.item}
              selection={selection}
              hasHistory={hasHistory}
              density={density}
              isPhone={isPhone}
              isNarrow={isNarrow}
            />
          )
        }
      </Rows>
    </Table>
  )
}

function useColumns(
  selection: Selection,
  sorting: ReturnType<typeof useSorting<Flow>>,
  hasHistory: boolean,
): readonly Column[] {
  const { t } = useLingui()
  const select = useSelectColumn(selection)
  const recent: Column = { label: t`Recent runs`, isSecondary: true, room: 'plenty', width: '6.75rem' }
  return [
    select,
    { label: t`Name`, sort: sorting.by('name') },
    {
      label: t`From and to`,
      isSecondary: true,
      room: 'little',
      sort: sorting.by('route'),
      width: '19rem',
      mediumWidth: '21%',
      narrowWidth: '26%',
    },
    { label: t`Owner`, isSecondary: true, room: 'some', sort: sorting.by('owner'), width: '4.5rem' },
    {
      label: t`Last run`,
      isSecondary: true,
      sort: sorting.by('last-run'),
      width: '13.5rem',
      mediumWidth: '11.75rem',
    },
    ...(hasHistory ? [recent] : []),
    { label: t`Last success`, isSecondary: true, room: 'plenty', sort: sorting.by('success'), width: '6.9rem' },
    {
      label: t`Rows`,
      isSecondary: true,
      room: 'little',
      align: 'end',
      sort: sorting.by('rows'),
      width: '5.5rem',
      narrowWidth: '5.5rem',
    },
    { label: t`Next run`, isSecondary: true, room: 'some', width: '6.9rem' },
    { label: t`Enabled`, isHidden: true, isSecondary: true, room: 'plenty', width: '3.5rem' },
    { label: t`Actions`, isHidden: true, align: 'end', width: '5.25rem' },
  ]
}

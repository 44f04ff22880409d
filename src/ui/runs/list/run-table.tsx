import { useLingui } from '@lingui/react/macro'

import type { Flow } from '../../../core/flows/flow.ts'
import type { Run } from '../../../core/runs/run.ts'
import { type Density, Table } from '../../kit/table/table.tsx'
import { PHONE, useMedia } from '../../kit/use-media.ts'
import { Rows } from '../../lists/rows.tsx'
import { RunRow } from './run-row.tsx'

interface RunTableProps {
  readonly runs: readonly Run[]
  /** As far as known. */
  readonly flows: readonly Flow[]
  readonly density: Density
}

export function RunTable({ runs, flows, density }: RunTableProps) {
  const { t } = useLingui()
  const isPhone = useMedia(PHONE)
  const byId = new Map(flows.map((flow) => [flow.id, flow]))
  return (
    <Table
      label={t`Runs`}
      rowCount={runs.length}
      density={density}
      columns={[
        { label: t`State`, width: '13.5rem', mediumWidth: '13rem', phoneWidth: '9.25rem' },
        { label: t`Flow` },
        { label: t`From and to`, isSecondary: true, room: 'some', width: '17rem', mediumWidth: '22%' },
        { label: t`Started`, isSecondary: true, width: '13rem', mediumWidth: '8.5rem' },
        { label: t`Duration`, isSecondary: true, room: 'some', width: '5rem', mediumWidth: '4.75rem' },
        { label: t`Rows`, isSecondary: true, align: 'end', width: '6.5rem', mediumWidth: '5.75rem' },
        { label: t`Tables`, isSecondary: true, room: 'plenty', width: '4.5rem' },
        { label: t`Actions`, isHidden: true, align: 'end', width: '3.5rem' },
      ]}
    >
      <Rows items={runs} height={density === 'compact' ? 41 : 61}>
        {(run) => (
          <RunRow
            key={run.id}
            run={run}
            flow={byId.get(run.flowId)}
            isCompact={density === 'compact'}
            isPhone={isPhone}
          />
        )}
      </Rows>
    </Table>
  )
}

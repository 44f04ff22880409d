import { Plural, Trans, useLingui } from '@lingui/react/macro'

import type { Flow } from '../../../core/flows/flow.ts'
import type { Mirror } from '../../../core/mirrors/mirror.ts'
import { Card } from '../../kit/card/card.tsx'
import { Table } from '../../kit/table/table.tsx'
import { PLAIN_UP_TO, Rows } from '../../lists/rows.tsx'
import { CopyAllAgain } from './copy-all-again.tsx'
import { MirrorTableRow } from './mirror-table-row.tsx'
import styles from './mirror-tables.module.css'

interface MirrorTablesProps {
  readonly flow: Flow
  readonly mirror: Mirror
}

/** The tables of a mirror, each with its state and what it can be asked for. */
export function MirrorTables({ flow, mirror: { tables } }: MirrorTablesProps) {
  const { t } = useLingui()
  if (tables.length === 0) return null
  const isLong = tables.length > PLAIN_UP_TO
  // What somebody has to look at comes first.
  const ordered = tables.toSorted((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state))
  return (
    <Card
      title={<Trans>Mirrored tables</Trans>}
      description={<Plural value={tables.length} one="# table" other="# tables" />}
      actions={<CopyAllAgain flow={flow} tables={tables} />}
    >
      <div className={isLong ? styles['flat'] : styles['tables']}>
        <Table
          label={t`Mirrored tables`}
          rowCount={isLong ? tables.length : undefined}
          columns={[
            { label: t`Table`, width: '30%' },
            { label: t`State` },
            { label: t`Added`, align: 'end', isSecondary: true, width: '6rem' },
            { label: t`Changed`, align: 'end', isSecondary: true, width: '6rem' },
            { label: t`Removed`, align: 'end', isSecondary: true, width: '6rem' },
            { label: t`Last change`, align: 'end', isSecondary: true, width: '9rem' },
            { label: t`Actions`, isHidden: true, align: 'end', width: '4rem' },
          ]}
        >
          <Rows items={ordered.map((table) => ({ ...table, id: table.entity }))} height={45}>
            {(table) => <MirrorTableRow key={table.entity} flow={flow} table={table} />}
          </Rows>
        </Table>
      </div>
    </Card>
  )
}

const ORDER: readonly string[] = ['paused', 'copying', 'following']

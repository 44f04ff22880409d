import { Plural, Trans, useLingui } from '@lingui/react/macro'

import { SearchX } from 'lucide'
import { useState } from 'react'

import type { Flow } from '../../../core/flows/flow.ts'
import type { Mirror, MirroredTable } from '../../../core/mirrors/mirror.ts'
import { isDifferent } from '../../../core/mirrors/table-proof.ts'
import { Card } from '../../kit/card/card.tsx'
import { EmptyState } from '../../kit/empty-state/empty-state.tsx'
import { SearchInput } from '../../kit/search-input/search-input.tsx'
import { Table } from '../../kit/table/table.tsx'
import { PLAIN_UP_TO, Rows } from '../../lists/rows.tsx'
import { CompareAll } from './compare-all.tsx'
import { CopyAllAgain } from './copy-all-again.tsx'
import { MirrorTableRow } from './mirror-table-row.tsx'
import styles from './mirror-tables.module.css'

interface MirrorTablesProps {
  readonly flow: Flow
  readonly mirror: Mirror
}

/** Fewer are seen at once. */
const SEARCHED_FROM = 20

/** The tables of a mirror, each with its state and what it can be asked for. */
export function MirrorTables({ flow, mirror }: MirrorTablesProps) {
  const { tables } = mirror
  const { t } = useLingui()
  const [query, setQuery] = useState('')
  if (tables.length === 0) return null
  const isLong = tables.length > PLAIN_UP_TO
  const wanted = query.trim().toLowerCase()
  const found = tables.filter(({ entity, target }) => `${entity} ${target}`.toLowerCase().includes(wanted))
  // What somebody has to look at comes first.
  const ordered = found.toSorted((one, other) => placeOf(one) - placeOf(other))
  return (
    <Card
      title={<Trans>Mirrored tables</Trans>}
      description={<Plural value={tables.length} one="# table" other="# tables" />}
      actions={
        <>
          <CompareAll flow={flow} mirror={mirror} />
          <CopyAllAgain flow={flow} />
        </>
      }
    >
      {tables.length > SEARCHED_FROM && (
        <div className={styles['search']}>
          <SearchInput label={t`Search tables`} value={query} onChange={setQuery} />
        </div>
      )}
      {found.length === 0 ? (
        <EmptyState icon={SearchX} title={<Trans>Nothing matches your search</Trans>} />
      ) : (
        <div className={isLong ? styles['flat'] : styles['tables']}>
          <Table
            label={t`Mirrored tables`}
            rowCount={isLong ? found.length : undefined}
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
      )}
    </Card>
  )
}

const ORDER: readonly string[] = ['paused', 'copying', 'following']

const placeOf = (table: MirroredTable): number => (isDifferent(table) ? -1 : ORDER.indexOf(table.state))

import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Fragment, useMemo, useState } from 'react'

import type { ConnectionOverview } from '../../../core/connections/connection-overview.ts'
import { type FoundChange, foundChanges } from '../../../core/connections/connection-tables.ts'
import { RelativeTime } from '../../i18n/relative-time.tsx'
import { Button } from '../../kit/button/button.tsx'
import { Card } from '../../kit/card/card.tsx'
import { OneColumn } from '../../runs/compare/one-column.tsx'
import styles from '../overview/flow-lists.module.css'

const SHOWN = 6
/** More flows are a number. */
const NAMED = 3

interface TableChangesProps {
  readonly changes: ConnectionOverview['changes']
  readonly end: 'source' | 'destination'
}

/** Columns that runs found changed in the tables of a connection, each change once, with the flows that it touched. */
export function TableChanges({ changes, end }: TableChangesProps) {
  const { t } = useLingui()
  const [isWhole, setWhole] = useState(false)
  const found = useMemo(
    () => foundChanges(changes, ({ entity, target }) => (end === 'source' ? entity : target)),
    [changes, end],
  )
  const more = found.length - SHOWN
  return (
    <Card title={<Trans>Changed tables</Trans>}>
      {found.length === 0 && (
        <p className={styles['nothing']}>
          <Trans>No run has found a changed column.</Trans>
        </p>
      )}
      {found.length > 0 && (
        <ol className={styles['list']} aria-label={t`Changed tables`}>
          {(isWhole ? found : found.slice(0, SHOWN)).map((one) => (
            <li
              key={JSON.stringify([one.change.entity, one.change.target, one.change.columns])}
              className={styles['change']}
            >
              <Entry found={one} end={end} />
            </li>
          ))}
        </ol>
      )}
      {more > 0 && !isWhole && (
        <Button size="sm" variant="ghost" onClick={() => setWhole(true)}>
          <Trans>and {more} more</Trans>
        </Button>
      )}
    </Card>
  )
}

function Entry({ found: { change, flows }, end }: { readonly found: FoundChange } & Pick<TableChangesProps, 'end'>) {
  const more = flows.length - NAMED
  return (
    <>
      <span className={styles['head']}>
        <Link to="/runs/$id" params={{ id: change.runId }} className={styles['main']}>
          {end === 'source' ? change.entity : change.target}
        </Link>
        <span className={styles['soft']}>
          <RelativeTime at={change.at} />
          {flows.slice(0, NAMED).map(({ id, name }) => (
            <Fragment key={id}>
              {' · '}
              <Link to="/flows/$id" params={{ id }} className={styles['all']}>
                {name}
              </Link>
            </Fragment>
          ))}
          {more > 0 && (
            <>
              {' '}
              <Trans>and {more} more</Trans>
            </>
          )}
        </span>
      </span>
      {change.columns.map((column) => (
        <div key={column.name} className={styles['soft']}>
          <OneColumn change={column} />
        </div>
      ))}
    </>
  )
}

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { dollarsPerRequest } from '../../../core/catalog/connections/connection-types.ts'
import type { Connection } from '../../../core/connections/connection.ts'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { ErrorState } from '../../errors/error-state.tsx'
import { useServerText } from '../../i18n/use-server-text.ts'
import { SampleTable } from '../../kit/sample-table/sample-table.tsx'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'
import styles from './entity-rows.module.css'
import { PricedLook } from './priced-look.tsx'

interface EntityRowsProps {
  readonly connection: Pick<Connection, 'id' | 'type'>
  readonly entity: string
}

/** The first rows of a table; if reading costs money, only after a click. */
export function EntityRows({ connection, entity }: EntityRowsProps) {
  const price = dollarsPerRequest(connection.type)
  const [isWanted, setWanted] = useState(price === 0)
  if (isWanted) return <Rows connection={connection} entity={entity} />
  return <PricedLook price={price} onLook={() => setWanted(true)} />
}

function Rows({ connection: { id }, entity }: EntityRowsProps) {
  const { t } = useLingui()
  const serverText = useServerText()
  const { readRows } = useServices()
  const organization = useActiveOrganization()
  const { data, isPending, isError, error, refetch } = useQuery({
    queryKey: QUERY_KEYS.rows(organization.id, id, entity),
    queryFn: ({ signal }) => unwrap(readRows(id, entity, signal)),
    // Cached while the user browses, because reading again may cost time or money.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (isPending) return <SkeletonRows count={4} />
  if (isError) return <ErrorState title={t`The rows could not be read`} error={error} onRetry={() => void refetch()} />
  const { columns, rows, hasMore, orderedBy, notes, noteSentences } = data
  const key = orderedBy?.join(', ')
  return (
    <div className={styles['rows']}>
      {rows.length > 0 && <SampleTable label={t`Rows of ${entity}`} columns={columns} rows={rows} />}
      <p className={styles['note']}>
        {hasMore ? (
          key !== undefined ? (
            <Trans>
              The first {rows.length} rows by {key}; there are more.
            </Trans>
          ) : (
            <Trans>The first {rows.length} rows; there are more.</Trans>
          )
        ) : (
          <Plural value={rows.length} _0="No rows here." one="The only row" other="All # rows" />
        )}
      </p>
      {serverText.notes(notes, noteSentences).map((note) => (
        <p key={note} className={styles['note']}>
          {note}
        </p>
      ))}
    </div>
  )
}

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import type { Flow } from '../../../core/flows/flow.ts'
import type { FlowOverview } from '../../../core/flows/overview/flow-overview.ts'
import { type ChangeEntry, groupedChanges } from '../../../core/flows/overview/grouped-changes.ts'
import { RelativeTime } from '../../i18n/relative-time.tsx'
import { useSaverName } from '../../i18n/use-saver-name.ts'
import { BreakableText } from '../../kit/breakable-text/breakable-text.tsx'
import { Button } from '../../kit/button/button.tsx'
import { Card } from '../../kit/card/card.tsx'
import { Skeleton } from '../../kit/skeleton/skeleton.tsx'
import { Changes } from '../../lists/changes.tsx'
import { OneColumn } from '../../runs/compare/one-column.tsx'
import styles from './flow-lists.module.css'

const SHOWN = 6

interface LatelyChangedProps {
  readonly flow: Flow
  /** Absent while it is loaded. */
  readonly overview: FlowOverview | undefined
}

/** What changed around a flow: who saved it or its connections, and which columns a run found changed. */
export function LatelyChanged({ flow, overview }: LatelyChangedProps) {
  const { t } = useLingui()
  const [isWhole, setWhole] = useState(false)
  const entries = groupedChanges(overview?.changes ?? [])
  const more = entries.length - SHOWN
  return (
    <Card title={<Trans>Lately changed</Trans>}>
      {!overview && <Skeleton height="8rem" />}
      {overview && entries.length === 0 && (
        <p className={styles['nothing']}>
          <Trans>Nothing yet.</Trans>
        </p>
      )}
      {entries.length > 0 && (
        <ol className={styles['list']} aria-label={t`Lately changed`}>
          {(isWhole ? entries : entries.slice(0, SHOWN)).map((entry) => (
            <li key={`${entry.change.of} ${entry.change.at} ${entry.change.entity ?? ''}`} className={styles['change']}>
              <Entry flow={flow} entry={entry} />
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

function Entry({ flow, entry: { change, more } }: { readonly flow: Flow; readonly entry: ChangeEntry }) {
  const { at, of, saved, connection, runId = '', entity = '', columns = [] } = change
  const saver = useSaverName(saved?.savedBy)
  if (of === 'columns') {
    return (
      <>
        <span className={styles['head']}>
          <Link to="/runs/$id" params={{ id: runId }} className={styles['main']}>
            {entity}
          </Link>
          <span className={styles['soft']}>
            <RelativeTime at={at} />
            {more > 0 && (
              <>
                {' · '}
                <Plural value={more} one="and # more table" other="and # more tables" />
              </>
            )}
          </span>
        </span>
        {columns.map((column) => (
          <div key={`${column.side} ${column.name}`} className={styles['soft']}>
            <OneColumn change={column} />
          </div>
        ))}
      </>
    )
  }
  const version = saved?.version
  const name = saver && <BreakableText text={saver} />
  const isSource = connection?.id === flow.sourceConnection?.id
  return (
    <>
      <span className={styles['head']}>
        <strong>
          {connection ? (
            <Link
              to={isSource ? '/sources/$id' : '/destinations/$id'}
              params={{ id: connection.id }}
              className={styles['main']}
            >
              {connection.name}
            </Link>
          ) : version === 1 ? (
            <Trans>Created</Trans>
          ) : (
            <Trans>Version {version}</Trans>
          )}
        </strong>
        <span className={styles['soft']}>
          <RelativeTime at={at} />
          {name && (
            <>
              {' · '}
              <Trans>by {name}</Trans>
            </>
          )}
        </span>
      </span>
      {saved?.changes && <Changes changes={saved.changes} />}
      {more > 0 && (
        <span className={styles['soft']}>
          <Plural value={more} one="and # save before it" other="and # saves before it" />
        </span>
      )}
    </>
  )
}

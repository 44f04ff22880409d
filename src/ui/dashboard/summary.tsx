import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { type Connection, isDestination, isSource } from '../../core/connections/connection.ts'
import type { Flow } from '../../core/flows/flow.ts'
import { flowState } from '../flows/list/flow-states.ts'
import { useFormats } from '../i18n/use-formats.ts'
import { SHORTENED_FROM } from './figures.tsx'
import styles from './summary.module.css'

/** The totals, each with a link to the counted list; hidden while there is no flow. */
export function Summary({ connections, flows }: { connections: readonly Connection[]; flows: readonly Flow[] }) {
  const { t } = useLingui()
  const { number, compact } = useFormats()
  if (flows.length === 0) return null
  const inState = (state: string) => flows.filter((flow) => flowState(flow) === state).length
  const running = inState('running')
  const succeeded = inState('succeeded')
  const rows = flows.reduce((sum, { lastRun }) => sum + (lastRun?.rowsWritten ?? 0), 0)
  return (
    <ul className={styles['tiles']} aria-label={t`Summary`}>
      <Tile label={<Trans>Flows</Trans>} note={<Plural value={running} _0="none running" other="# running" />}>
        <Link to="/flows">{number(flows.length)}</Link>
      </Tile>
      <Tile
        label={<Trans>Last run succeeded</Trans>}
        note={<Plural value={flows.length} one="of # flow" other="of # flows" />}
      >
        <Link to="/flows" search={{ state: 'succeeded' }}>
          {number(succeeded)}
        </Link>
      </Tile>
      <Tile label={<Trans>Rows in the last runs</Trans>} note={rows >= SHORTENED_FROM && number(rows)}>
        <Link to="/flows">{rows < SHORTENED_FROM ? number(rows) : compact(rows)}</Link>
      </Tile>
      <Tile
        label={<Trans>Sources</Trans>}
        note={<Plural value={connections.filter(isDestination).length} one="# destination" other="# destinations" />}
      >
        <Link to="/sources">{number(connections.filter(isSource).length)}</Link>
      </Tile>
    </ul>
  )
}

const Tile = ({ label, note, children }: { label: ReactNode; note: ReactNode; children: ReactNode }) => (
  <li className={styles['tile']}>
    <span className={styles['label']}>{label}</span>
    <span className={styles['figure']}>{children}</span>
    <span className={styles['note']}>{note}</span>
  </li>
)

import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useFlows } from '../queries/use-flows.ts'
import { useListUrl } from '../routing/use-list-url.ts'
import styles from './flow-views.module.css'

/** Else a link to the same page is taken for the one that is shown. */
const EXACTLY = { activeOptions: { exact: true, includeSearch: true } } as const

/** Flows or runs. Left out where the server keeps no history of runs: then it tells none with its flows either. */
export function FlowViews() {
  const { t } = useLingui()
  const { filters } = useListUrl()
  const { data: flows = [] } = useFlows()
  const isRuns = filters.view === 'runs'
  if (!isRuns && !flows.some(({ recentStates }) => recentStates !== undefined)) return null
  return (
    <nav aria-label={t`View`} className={styles['views']}>
      <Link to="/flows" {...EXACTLY} className={styles['view']} aria-current={isRuns ? undefined : 'page'}>
        <Trans>Flows</Trans>
      </Link>
      <Link
        to="/flows"
        {...EXACTLY}
        search={{ view: 'runs' }}
        className={styles['view']}
        aria-current={isRuns ? 'page' : undefined}
      >
        <Trans>Runs</Trans>
      </Link>
    </nav>
  )
}

import { useLingui } from '@lingui/react/macro'
import { type ReactNode, Suspense } from 'react'

import { isDry } from '../../../core/catalog/runs/run-kinds.ts'
import { isFinal } from '../../../core/catalog/runs/run-states.ts'
import { isFailure } from '../../../core/runs/is-failure.ts'
import type { Run } from '../../../core/runs/run.ts'
import { totalsOf } from '../../../core/runs/run-totals.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { Skeleton, SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { Tabs } from '../../kit/tabs/tabs.tsx'
import type { RunTab } from '../../routing/search.ts'
import { useRunStructure } from '../structure/use-run-structure.ts'
import { RunTables } from '../tables/run-tables.tsx'
import { RunAttempts } from './run-attempts.tsx'
import styles from './run-sections.module.css'
import { useRunUrl } from './use-run-url.ts'

const StructureReport = lazyNamed(() => import('../structure/structure-report.tsx'), 'StructureReport')
const RunRejects = lazyNamed(() => import('./run-rejects.tsx'), 'RunRejects')
const ChosenComparison = lazyNamed(() => import('../compare/chosen-comparison.tsx'), 'ChosenComparison')
const ChangesSinceGoodRun = lazyNamed(() => import('../compare/changes-since-good-run.tsx'), 'ChangesSinceGoodRun')

/** The parts of a run, one at a time: the current one is in the address. */
export function RunSections({ run }: { run: Run }) {
  const { t } = useLingui()
  const { number } = useFormats()
  const { tab, otherId, show, compareWith } = useRunUrl()
  const structure = useRunStructure(run)
  const report = <StructureReport objects={structure} fileName={`${run.flowName ?? 'flow'} structure ${run.id}`} />
  const { streams, rowsRejected } = totalsOf(run)
  const isOver = isFinal(run.status)
  const section = (value: RunTab, label: string, content: ReactNode) => ({
    value,
    label,
    content: <div className={styles['section']}>{content}</div>,
  })
  const tabs = [
    section('streams', streams > 0 ? t`Tables ${number(streams)}` : t`Tables`, <Streams run={run} />),
    ...(structure.length > 0 ? [section('structure', t`Structure`, report)] : []),
    section('attempts', t`Attempts`, <RunAttempts run={run} />),
    ...(rowsRejected > 0 ? [section('rejects', t`Rejected rows`, <RunRejects run={run} />)] : []),
    ...(isOver && !isDry(run.kind)
      ? [
          section(
            'compare',
            t`Against the last run`,
            <ChosenComparison run={run} otherId={otherId} onChoose={compareWith} />,
          ),
          // Beside a failure it is shown at once.
          ...(isFailure(run) ? [] : [section('changes', t`Why it changed`, <ChangesSinceGoodRun run={run} />)]),
        ]
      : []),
  ]
  return (
    <Suspense fallback={<SkeletonRows count={3} />}>
      <div className={styles['card']}>
        <Tabs
          label={t`Parts of the run`}
          value={tabs.some(({ value }) => value === tab) ? tab : 'streams'}
          onChange={show}
          tabs={tabs}
        />
      </div>
    </Suspense>
  )
}

/** A run with many is returned without them at first. */
function Streams({ run }: { run: Run }) {
  const { t } = useLingui()
  if (run.streams.length > 0) return <RunTables run={run} />
  if (!isFinal(run.status) || totalsOf(run).streams > 0) return <Skeleton />
  return <p className={styles['none']}>{t`No table was begun.`}</p>
}

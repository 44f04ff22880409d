import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { PencilLine } from 'lucide'

import type { Flow } from '../../../core/flows/flow.ts'
import { verdictOfRun } from '../../../core/runs/verdict-of-run.ts'
import { RelativeTime } from '../../i18n/relative-time.tsx'
import { Badge } from '../../kit/badge/badge.tsx'
import { Icon } from '../../kit/icon/icon.tsx'
import { Marked } from '../../lists/marked.tsx'
import { OPENS_ROW } from '../../lists/use-list-keys.ts'
import { MirrorState } from '../../mirrors/mirror-state.tsx'
import { useMirrorSummary } from '../../queries/use-mirrors.ts'
import { useListUrl } from '../../routing/use-list-url.ts'
import { RunState } from '../../runs/state/run-state.tsx'
import { Late } from '../freshness/late.tsx'
import styles from './flow-name-cell.module.css'
import { FlowRows } from './flow-rows.tsx'

interface FlowNameCellProps {
  readonly flow: Flow
  readonly isCompact: boolean
  readonly isPhone: boolean
}

/** The name of a flow with its tags and its draft; on a phone also its state and its rows. */
export function FlowNameCell({ flow, isCompact, isPhone }: FlowNameCellProps) {
  const { query } = useListUrl()
  const { id, name, config, tags = [], draft } = flow
  return (
    <div className={isCompact ? styles['compact'] : styles['comfortable']}>
      <Link to="/flows/$id" params={{ id }} className={styles['name']} title={name} {...OPENS_ROW}>
        <Marked text={name} searched={query} />
      </Link>
      {isCompact && draft && <DraftMark flow={flow} isShort />}
      <span className={styles['more']}>
        {!isCompact && draft && <DraftMark flow={flow} />}
        {!isCompact && (
          <span className={styles['steps']}>
            <Plural value={config.transformations.length} _0="no steps" one="# step" other="# steps" />
          </span>
        )}
        {tags.map((tag) => (
          <span key={tag} className={styles['tag']}>
            {tag}
          </span>
        ))}
      </span>
      {isPhone && <PhoneLine flow={flow} />}
    </div>
  )
}

/** Leads to the editor, where they are published. */
function DraftMark({ flow: { id, draft }, isShort = false }: { readonly flow: Flow; readonly isShort?: boolean }) {
  const { t } = useLingui()
  const { changes = 0 } = draft ?? {}
  const words = t`${plural(changes, { one: '# change is not live', other: '# changes are not live' })}`
  return (
    <Link to="/floweditor/$id" params={{ id }} className={styles['draft']} aria-label={words} data-tooltip={words}>
      <Badge tone="accent">
        {isShort ? (
          <>
            <Icon of={PencilLine} size={11} /> {changes}
          </>
        ) : (
          words
        )}
      </Badge>
    </Link>
  )
}

/** What the hidden columns say. */
function PhoneLine({ flow }: { flow: Flow }) {
  const { lastRun } = flow
  const mirror = useMirrorSummary(flow)
  if (mirror)
    return (
      <span className={styles['phone']}>
        <MirrorState mirror={mirror} />
      </span>
    )
  const at = lastRun?.finishedAt ?? lastRun?.startedAt
  return (
    <span className={styles['phone']}>
      {lastRun ? <RunState verdict={verdictOfRun(lastRun)} hasDetail={false} /> : <Trans>never run</Trans>}
      <Late flow={flow} />
      {lastRun && <FlowRows flow={flow} hasUnit />}
      {at && <RelativeTime at={at} />}
    </span>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CirclePause, CirclePlay, Ellipsis, RotateCw, Scale } from 'lucide'

import type { MirroredTableState } from '../../../core/catalog/mirrors/mirror-states.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import type { MirroredTable } from '../../../core/mirrors/mirror.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { RelativeTime } from '../../i18n/relative-time.tsx'
import { useFormats } from '../../i18n/use-formats.ts'
import { useServerText } from '../../i18n/use-server-text.ts'
import { IconButton } from '../../kit/icon-button/icon-button.tsx'
import { Menu, MenuItem } from '../../kit/menu/menu.tsx'
import { StatusDot } from '../../kit/status-dot/status-dot.tsx'
import { Cell, Row } from '../../kit/table/table.tsx'
import type { Tone } from '../../kit/tone.ts'
import { useChangeMirroredTable, useCompareMirror } from '../../queries/use-mirrors.ts'
import styles from './mirror-tables.module.css'
import { TableProof } from './table-proof.tsx'

interface MirrorTableRowProps {
  readonly flow: Flow
  readonly table: MirroredTable
}

/** A table of a mirror. */
export function MirrorTableRow({ flow, table }: MirrorTableRowProps) {
  const { number } = useFormats()
  const { entity, target, inserted, updated, deleted, changedAt } = table
  return (
    <Row>
      <Cell className={styles['target']}>
        {target}
        {entity !== target && <span className={styles['entity']}>{entity}</span>}
      </Cell>
      <Cell>
        <TableState table={table} />
        <TableProof flow={flow} table={table} />
      </Cell>
      {[inserted, updated, deleted].map((changes, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: three columns, always the same
        <Cell key={place} align="end" isSecondary className={styles['figure']}>
          {number(changes)}
        </Cell>
      ))}
      <Cell align="end" isSecondary>
        {changedAt === undefined ? '–' : <RelativeTime at={changedAt} />}
      </Cell>
      <Cell align="end">
        <TableMenu flow={flow} table={table} />
      </Cell>
    </Row>
  )
}

function TableState({ table: { state, problem, copyRunId } }: { readonly table: MirroredTable }) {
  const { t } = useLingui()
  const serverText = useServerText()
  const words: Readonly<Record<MirroredTableState, string>> = {
    copying: copyRunId === undefined ? t`Waits for its copy` : t`Copying`,
    following: t`Following`,
    paused: t`Paused`,
  }
  return (
    <>
      <span className={styles['state']}>
        <StatusDot tone={TONES[state]} isLive={state === 'copying' && copyRunId !== undefined} />
        {state === 'copying' && copyRunId !== undefined ? (
          <Link to="/runs/$id" params={{ id: copyRunId }}>
            {words[state]}
          </Link>
        ) : (
          words[state]
        )}
      </span>
      {problem && <span className={styles['reason']}>{serverText.message(problem)}</span>}
    </>
  )
}

const TONES: Readonly<Record<MirroredTableState, Tone>> = { copying: 'accent', following: 'success', paused: 'warning' }

function TableMenu({ flow, table: { entity, state, compareAskedAt } }: MirrorTableRowProps) {
  const { t } = useLingui()
  const { mutate: ask } = useChangeMirroredTable(flow.id)
  const { mutate: compare } = useCompareMirror(flow.id)
  const disabledReason = useDisabledReason('flow.run')
  const changeDisabledReason = useDisabledReason('flow.write')
  const isComparing = compareAskedAt !== undefined
  return (
    <Menu trigger={<IconButton icon={Ellipsis} size="sm" label={t`More for ${entity}`} />}>
      {state === 'paused' ? (
        <MenuItem
          icon={CirclePlay}
          disabledReason={changeDisabledReason}
          onSelect={() => ask({ entity, action: 'resume' })}
        >
          <Trans>Resume</Trans>
        </MenuItem>
      ) : (
        <MenuItem
          icon={CirclePause}
          disabledReason={changeDisabledReason}
          note={t`Its changes wait in the destination.`}
          onSelect={() => ask({ entity, action: 'pause' })}
        >
          <Trans>Pause</Trans>
        </MenuItem>
      )}
      <MenuItem
        icon={Scale}
        disabledReason={
          disabledReason ??
          (state === 'following' ? (isComparing ? t`It is compared now` : undefined) : t`It does not follow now`)
        }
        onSelect={() => compare([entity])}
      >
        <Trans>Compare now</Trans>
      </MenuItem>
      <MenuItem
        icon={RotateCw}
        disabledReason={disabledReason ?? (state === 'copying' ? t`It is copied now` : undefined)}
        onSelect={() => ask({ entity, action: 'copy' })}
      >
        <Trans>Copy again</Trans>
      </MenuItem>
    </Menu>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'

import type { MirrorWindow } from '../../../core/mirrors/mirror.ts'
import { changesOf } from '../../../core/mirrors/window-changes.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { Button } from '../../kit/button/button.tsx'
import { Card } from '../../kit/card/card.tsx'
import { Cell, Row, Table } from '../../kit/table/table.tsx'
import styles from './mirror-tables.module.css'
import { WindowReceipt } from './window-receipt.tsx'

interface MirrorWindowsProps {
  readonly windows: readonly MirrorWindow[]
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  onMore(): void
}

/** The last minutes with changes, each with its receipt. */
export function MirrorWindows({ windows, hasMore, isLoadingMore, onMore }: MirrorWindowsProps) {
  const { t } = useLingui()
  const { number, duration, hour, time, minute } = useFormats()
  const [opened, setOpened] = useState<number>()
  const receipt = windows.find((window) => window.number === opened)
  return (
    <Card title={<Trans>Minutes with changes</Trans>}>
      <div className={styles['tables']}>
        <Table
          label={t`Minutes with changes`}
          columns={[
            { label: t`Until` },
            { label: t`Transactions`, align: 'end', isSecondary: true, room: 'much' },
            { label: t`Added`, align: 'end', isSecondary: true, room: 'some' },
            { label: t`Changed`, align: 'end', isSecondary: true, room: 'some' },
            { label: t`Removed`, align: 'end', isSecondary: true, room: 'some' },
            { label: t`Changes`, align: 'end' },
            { label: t`Half within`, align: 'end', isSecondary: true },
            { label: t`99 % within`, align: 'end', isSecondary: true },
            { label: t`Receipt`, isHidden: true, align: 'end' },
          ]}
        >
          {windows.map((window) => {
            const changes = changesOf(window)
            return (
              <Row key={window.number}>
                <Cell title={minute(window.endedAt)} className={styles['time']}>
                  {hour(window.endedAt)}
                </Cell>
                <Cell align="end" isSecondary room="much">
                  {number(window.transactions)}
                </Cell>
                <Cell align="end" isSecondary room="some">
                  {number(changes.inserted)}
                </Cell>
                <Cell align="end" isSecondary room="some">
                  {number(changes.updated)}
                </Cell>
                <Cell align="end" isSecondary room="some">
                  {number(changes.deleted)}
                </Cell>
                <Cell align="end">{number(changes.inserted + changes.updated + changes.deleted)}</Cell>
                <Cell align="end" isSecondary>
                  {duration(window.lagP50Ms)}
                </Cell>
                <Cell align="end" isSecondary>
                  {duration(window.lagP99Ms)}
                </Cell>
                <Cell align="end">
                  <Button size="xs" variant="ghost" onClick={() => setOpened(window.number)}>
                    <Trans>Receipt</Trans>
                    <span className="visually-hidden"> {time(window.endedAt)}</span>
                  </Button>
                </Cell>
              </Row>
            )
          })}
        </Table>
      </div>
      {hasMore && (
        <Button isBusy={isLoadingMore} onClick={onMore}>
          <Trans>Load more</Trans>
        </Button>
      )}
      {receipt && <WindowReceipt window={receipt} onClose={() => setOpened(undefined)} />}
    </Card>
  )
}

import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'

import { useFormats } from '../i18n/use-formats.ts'
import { Button } from '../kit/button/button.tsx'
import { Callout } from '../kit/callout/callout.tsx'
import { type BulkName, useUnfinishedBulk } from '../queries/use-unfinished-bulk.ts'
import styles from './unfinished-bulk.module.css'

interface UnfinishedBulkProps<T> {
  readonly name: BulkName
  /** All objects of the organization that it could be asked for, as they are now. */
  readonly items: readonly T[]
  markOf(item: T): string
  titleOf(count: number): string
  onGoOn(rest: readonly T[]): void
}

/** What was asked for many objects and had no answer, because the page was left, or the server: what is done shows in the list. */
export function UnfinishedBulk<T extends { readonly id: string }>(props: UnfinishedBulkProps<T>) {
  const { name, items, markOf, titleOf, onGoOn } = props
  const { number } = useFormats()
  const { marks, forget } = useUnfinishedBulk(name)
  const count = Object.keys(marks).length
  const rest = count === 0 ? [] : items.filter((item) => marks[item.id] === markOf(item))
  const isOver = count > 0 && rest.length === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the last of them is done
  useEffect(() => {
    if (isOver) forget()
  }, [isOver])
  if (rest.length === 0) return null
  const [done, left] = [number(count - rest.length), number(rest.length)]
  return (
    <div className={styles['place']}>
      <Callout
        tone="accent"
        title={titleOf(count)}
        actions={
          <>
            <Button size="sm" variant="primary" onClick={() => onGoOn(rest)}>
              <Trans>Go on with the rest</Trans>
            </Button>
            <Button size="sm" onClick={forget}>
              <Trans>Leave the rest as it is</Trans>
            </Button>
          </>
        }
      >
        <p>
          <Trans>
            {done} done, {left} left.
          </Trans>{' '}
          <Trans>You may leave this page. If the numbers stay, it was interrupted.</Trans>
        </p>
      </Callout>
    </div>
  )
}

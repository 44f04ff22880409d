import { Plural, Trans } from '@lingui/react/macro'
import { ListFilter } from 'lucide'
import { type ReactNode, useId, useState } from 'react'

import { Button } from '../kit/button/button.tsx'
import { classNames } from '../kit/class-names.ts'
import styles from './list-filters.module.css'

interface ListFiltersProps {
  /** How many of them narrow the list. */
  readonly count: number
  /** Those in the first line, where there is room for it. */
  readonly first: ReactNode
  readonly children?: ReactNode
}

/** The filters of a list; on a phone all behind one button, and in a narrow window all but the first. */
export function ListFilters({ count, first, children }: ListFiltersProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <div id={id} className={classNames(styles['first'], isOpen && styles['open'])}>
        {first}
      </div>
      <Button
        icon={ListFilter}
        className={classNames(styles['button'], children === undefined && styles['phone'])}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {count === 0 ? <Trans>Filters</Trans> : <Plural value={count} one="# filter" other="# filters" />}
      </Button>
      {children !== undefined && (
        <div className={classNames(styles['filters'], isOpen && styles['open'])}>{children}</div>
      )}
    </>
  )
}

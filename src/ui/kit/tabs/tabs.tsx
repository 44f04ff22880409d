import { ChevronLeft, ChevronRight } from 'lucide'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'

import { Icon } from '../icon/icon.tsx'
import styles from './tabs.module.css'
import { type HiddenSides, useHiddenSides } from './use-hidden-sides.ts'

interface TabsProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly tabs: readonly { readonly value: T; readonly label: ReactNode; readonly content: ReactNode }[]
  onChange(value: T): void
}

/** Only the selected tab exists; the arrow keys select the others (WAI-ARIA, tabs with automatic activation). */
export function Tabs<T extends string>({ label, value, tabs, onChange }: TabsProps<T>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const count = tabs.length
  useEffect(() => {
    const row = list.current
    if (!row || value === undefined || count === 0) return
    // Whenever its width changes too, because a window that becomes narrow would hide the open tab.
    const watching = new ResizeObserver(() => showOpenTab(row))
    watching.observe(row)
    showOpenTab(row)
    return () => watching.disconnect()
  }, [value, count])
  const hidden = useHiddenSides(list, count)
  return (
    <div className={styles['root']}>
      <div className={styles['bar']}>
        <div
          ref={list}
          className={styles['list']}
          data-hidden={hidden}
          role="tablist"
          aria-label={label}
          onKeyDown={goByArrows}
        >
          {tabs.map((tab) => {
            const isActive = tab.value === value
            return (
              <button
                key={tab.value}
                type="button"
                role="tab"
                id={`${id}-${tab.value}`}
                className={styles['trigger']}
                aria-selected={isActive}
                aria-controls={isActive ? `${id}-panel` : undefined}
                tabIndex={isActive ? 0 : -1}
                onClick={() => onChange(tab.value)}
              >
                {tab.label}
              </button>
            )
          })}
        </div>
        {hidden && <More row={list} hidden={hidden} />}
      </div>
      <div
        key={value}
        id={`${id}-panel`}
        className={styles['content']}
        role="tabpanel"
        aria-labelledby={`${id}-${value}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable panel must be reachable by keyboard
        tabIndex={0}
      >
        {tabs.find((tab) => tab.value === value)?.content}
      </div>
    </div>
  )
}

interface MoreProps {
  readonly row: RefObject<HTMLElement | null>
  readonly hidden: HiddenSides
}

/** Arrows where the row goes on. Only for the pointer: the keys of the tabs bring each into view. */
function More({ row, hidden }: MoreProps) {
  const go = (sides: number) => row.current?.scrollBy({ left: sides * row.current.clientWidth * 0.6 })
  return (
    <>
      {hidden !== 'after' && (
        <button type="button" tabIndex={-1} aria-hidden className={styles['before']} onClick={() => go(-1)}>
          <Icon of={ChevronLeft} size={16} />
        </button>
      )}
      {hidden !== 'before' && (
        <button type="button" tabIndex={-1} aria-hidden className={styles['after']} onClick={() => go(1)}>
          <Icon of={ChevronRight} size={16} />
        </button>
      )}
    </>
  )
}

/** On a phone the row is wider than the page. Not with `scrollIntoView`, because Tab would then start there. */
function showOpenTab(row: HTMLElement): void {
  const open = row.querySelector<HTMLElement>('[aria-selected=true]')
  if (open) row.scrollLeft = open.offsetLeft - row.offsetLeft - (row.clientWidth - open.offsetWidth) / 2
}

function goByArrows(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const at = tabs.indexOf(event.target as HTMLElement)
  const places: Readonly<Record<string, number>> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }
  const place = places[event.key]
  if (place === undefined) return
  event.preventDefault()
  const next = tabs.at(place % tabs.length)
  next?.focus()
  next?.click()
}

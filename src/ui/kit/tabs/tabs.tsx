import { Content, List, Root, Trigger } from 'radix-ui/tabs'
import { type ReactNode, useEffect, useRef } from 'react'

import styles from './tabs.module.css'

interface TabsProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly tabs: readonly { readonly value: T; readonly label: ReactNode; readonly content: ReactNode }[]
  onChange(value: T): void
}

export function Tabs<T extends string>({ label, value, tabs, onChange }: TabsProps<T>) {
  const list = useRef<HTMLDivElement>(null)
  // On a phone the row is wider than the page: the one that is open is never out of sight.
  useEffect(() => {
    const open = list.current?.querySelector(`[data-state="active"]`)
    if (value !== undefined) open?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [value])
  return (
    <Root className={styles['root']} value={value} onValueChange={(next) => onChange(next as T)}>
      <List ref={list} className={styles['list']} aria-label={label}>
        {tabs.map((tab) => (
          <Trigger key={tab.value} value={tab.value} className={styles['trigger']}>
            {tab.label}
          </Trigger>
        ))}
      </List>
      {tabs.map((tab) => (
        <Content key={tab.value} value={tab.value} className={styles['content']}>
          {tab.content}
        </Content>
      ))}
    </Root>
  )
}

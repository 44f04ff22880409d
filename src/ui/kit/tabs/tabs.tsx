import { Content, List, Root, Trigger } from 'radix-ui/tabs'
import type { ReactNode } from 'react'

import styles from './tabs.module.css'

interface TabsProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly tabs: readonly { readonly value: T; readonly label: ReactNode; readonly content: ReactNode }[]
  onChange(value: T): void
}

export function Tabs<T extends string>({ label, value, tabs, onChange }: TabsProps<T>) {
  return (
    <Root className={styles['root']} value={value} onValueChange={(next) => onChange(next as T)}>
      <List className={styles['list']} aria-label={label}>
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

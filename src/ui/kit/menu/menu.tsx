import type { LucideIcon } from 'lucide-react'
import { Content, Item, Label, Portal, RadioGroup, RadioItem, Root, Separator, Trigger } from 'radix-ui/dropdown-menu'
import type { ReactElement, ReactNode } from 'react'

import { classNames } from '../class-names.ts'
import styles from './menu.module.css'

export function Menu({
  trigger,
  align = 'end',
  children,
}: {
  trigger: ReactElement
  align?: 'start' | 'end'
  children: ReactNode
}) {
  return (
    <Root>
      <Trigger asChild>{trigger}</Trigger>
      <Portal>
        <Content className={styles['content']} align={align} sideOffset={6} collisionPadding={8}>
          {children}
        </Content>
      </Portal>
    </Root>
  )
}

interface MenuItemProps {
  readonly icon?: LucideIcon
  readonly isDanger?: boolean
  /** Why it cannot be chosen now; shown under its name. */
  readonly disabledReason?: string | undefined
  readonly children: ReactNode
  onSelect(): void
}

export function MenuItem({ icon: Icon, isDanger = false, disabledReason, children, onSelect }: MenuItemProps) {
  return (
    <Item
      className={classNames(styles['item'], isDanger && styles['danger'])}
      disabled={disabledReason !== undefined}
      onSelect={onSelect}
    >
      {Icon && <Icon size={15} aria-hidden className={styles['icon']} />}
      <span className={styles['text']}>
        {children}
        {disabledReason !== undefined && <span className={styles['reason']}>{disabledReason}</span>}
      </span>
    </Item>
  )
}

/** An entry that leads somewhere: its child is the link. */
export const MenuLink = ({ children }: { children: ReactNode }) => (
  <Item asChild className={styles['item']}>
    {children}
  </Item>
)

export const MenuSeparator = () => <Separator className={styles['separator']} />

export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <Label className={styles['label']}>{children}</Label>
)

interface MenuChoiceProps<T extends string> {
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: ReactNode }[]
  onChange(value: T): void
}

/** One of several, the chosen one marked. */
export function MenuChoice<T extends string>({ value, options, onChange }: MenuChoiceProps<T>) {
  return (
    <RadioGroup value={value} onValueChange={(next) => onChange(next as T)}>
      {options.map((option) => (
        <RadioItem key={option.value} value={option.value} className={classNames(styles['item'], styles['choice'])}>
          <span className={styles['text']}>{option.label}</span>
        </RadioItem>
      ))}
    </RadioGroup>
  )
}

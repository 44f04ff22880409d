import type { IconNode } from 'lucide'
import type * as Parts from 'radix-ui/dropdown-menu'
import {
  createContext,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  use,
  useCallback,
  useRef,
  useState,
} from 'react'

import { classNames } from '../class-names.ts'
import { noteFocus } from '../dialog/focus-history.ts'
import { Icon } from '../icon/icon.tsx'
import { withAttributes } from '../with-attributes.ts'
import styles from './menu.module.css'
import { CollectedItem, useCollected } from './menu-commands.tsx'
import { loadedMenuParts, loadMenuParts } from './menu-parts.ts'

const PartsContext = createContext<typeof Parts | null>(null)

interface MenuProps {
  readonly trigger: ReactElement
  readonly align?: 'start' | 'end'
  readonly children: ReactNode
}

/** A menu behind a button. Until the first menu is opened, only the button exists, because most visits open none. */
export function Menu({ trigger, align = 'end', children }: MenuProps) {
  const [parts, setParts] = useState(loadedMenuParts)
  const [isOpen, setOpen] = useState(false)
  const isFirst = useRef(false)
  // A dialog that an entry opens at once leaves the menu no time to give the focus to its new button.
  const place = useCallback((button: HTMLElement | null) => {
    if (button && isFirst.current) noteFocus(button)
    isFirst.current = false
  }, [])
  const open = async () => {
    isFirst.current = true
    setParts(await loadMenuParts())
    setOpen(true)
  }
  if (!parts) return <Closed onOpen={() => void open()}>{trigger}</Closed>

  const { Root, Trigger, Portal, Content } = parts
  return (
    <PartsContext value={parts}>
      <Root open={isOpen} onOpenChange={setOpen}>
        <Trigger ref={place} asChild>
          {trigger}
        </Trigger>
        <Portal>
          <Content className={styles['content']} align={align} sideOffset={6} collisionPadding={8}>
            {children}
          </Content>
        </Portal>
      </Root>
    </PartsContext>
  )
}

/** The button before its menu is loaded; loading starts when the pointer or the focus comes near. */
function Closed({ children, onOpen }: { children: ReactElement; onOpen(): void }) {
  const prepare = () => void loadMenuParts().catch(() => undefined)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    onOpen()
  }
  const handlers = { onPointerEnter: prepare, onFocus: prepare, onClick: onOpen, onKeyDown }
  return withAttributes(children, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    'data-state': 'closed',
    ...handlers,
  })
}

/** The parts that an open menu has loaded. */
export function useParts(): typeof Parts {
  const parts = use(PartsContext)
  if (!parts) throw new Error('an entry of a menu needs a Menu around it')
  return parts
}

interface MenuItemProps {
  readonly icon?: IconNode
  readonly isDanger?: boolean
  /** The reason why it is disabled; shown under its name. */
  readonly disabledReason?: string | undefined
  /** A note before it is selected; shown under its name. */
  readonly note?: string | undefined
  readonly children: ReactNode
  onSelect(): void
}

/** An entry; for `PageCommands` a command of the search. */
export function MenuItem(props: MenuItemProps) {
  const collecting = useCollected()
  const { icon, disabledReason, children, onSelect } = props
  if (!collecting) return <DrawnItem {...props} />
  return (
    <CollectedItem to={collecting} icon={icon} disabledReason={disabledReason} onSelect={onSelect}>
      {children}
    </CollectedItem>
  )
}

function DrawnItem({ icon, isDanger = false, disabledReason, note, children, onSelect }: MenuItemProps) {
  const { Item } = useParts()
  const remark = disabledReason ?? note
  return (
    <Item
      className={classNames(styles['item'], isDanger && styles['danger'])}
      disabled={disabledReason !== undefined}
      onSelect={onSelect}
    >
      {icon && <Icon of={icon} size={15} className={styles['icon']} />}
      <span className={styles['text']}>
        {children}
        {remark !== undefined && <span className={styles['reason']}>{remark}</span>}
      </span>
    </Item>
  )
}

/** An entry with a link as its child; the search finds pages by themselves. */
export function MenuLink({ children }: { children: ReactNode }) {
  return useCollected() ? null : <DrawnLink>{children}</DrawnLink>
}

function DrawnLink({ children }: { children: ReactNode }) {
  const { Item } = useParts()
  return (
    <Item asChild className={styles['item']}>
      {children}
    </Item>
  )
}

export function MenuSeparator() {
  return useCollected() ? null : <DrawnSeparator />
}

function DrawnSeparator() {
  const { Separator } = useParts()
  return <Separator className={styles['separator']} />
}

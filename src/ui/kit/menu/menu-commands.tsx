import type { IconNode } from 'lucide'
import {
  createContext,
  type ReactNode,
  Suspense,
  use,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'

interface CommandProps {
  readonly icon?: IconNode | undefined
  readonly disabledReason?: string | undefined
  readonly children: ReactNode
  onSelect(): void
}

/** An entry of a menu of the open page. */
export interface MenuCommand {
  /** Read when it is needed: an entry may change its words. */
  label(): string
  /** What it is about, if the page shows several of the kind. */
  readonly of: string | undefined
  readonly latest: { readonly current: Omit<CommandProps, 'children'> }
}

/** What the menus of the open page offer, for whoever lists it elsewhere. */
class MenuCommands {
  #items: readonly MenuCommand[] = []
  readonly #listeners = new Set<() => void>()

  readonly get = () => this.#items
  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  add(item: MenuCommand): () => void {
    this.#set([...this.#items, item])
    return () => this.#set(this.#items.filter((other) => other !== item))
  }

  #set(items: readonly MenuCommand[]): void {
    this.#items = items
    for (const listener of this.#listeners) listener()
  }
}

const Registry = createContext({ isWanted: false, commands: new MenuCommands() })

interface Collecting {
  readonly commands: MenuCommands
  readonly of: string | undefined
}

const Collected = createContext<Collecting | null>(null)

/** Around the pages and what lists their commands. @param isWanted whether somebody looks at that list */
export function MenuCommandsProvider({
  isWanted,
  children,
}: {
  readonly isWanted: boolean
  readonly children: ReactNode
}) {
  const [commands] = useState(() => new MenuCommands())
  // They stay: what a command has started may still have to report.
  const [wasWanted, setWasWanted] = useState(isWanted)
  if (isWanted && !wasWanted) setWasWanted(true)
  return <Registry value={{ isWanted: wasWanted, commands }}>{children}</Registry>
}

interface PageCommandsProps {
  /** The name of what they are about, if the page shows several of the kind. */
  readonly of?: string
  readonly children: ReactNode
}

/** Entries of a menu that the search of the whole product lists, too; none of it is drawn here. */
export function PageCommands({ of, children }: PageCommandsProps) {
  const { isWanted, commands } = use(Registry)
  if (!isWanted) return null
  return (
    <div hidden>
      <Collected value={{ commands, of }}>
        <Suspense>{children}</Suspense>
      </Collected>
    </div>
  )
}

export function useMenuCommands(): readonly MenuCommand[] {
  const { commands } = use(Registry)
  return useSyncExternalStore(commands.subscribe, commands.get)
}

/** Nothing inside a menu that is drawn. */
export const useCollected = (): Collecting | null => use(Collected)

export function CollectedItem({ to: { commands, of }, children, ...item }: CommandProps & { readonly to: Collecting }) {
  const text = useRef<HTMLSpanElement>(null)
  const latest = useRef(item)
  latest.current = item
  useLayoutEffect(() => commands.add({ label: () => text.current?.textContent ?? '', of, latest }), [commands, of])
  return <span ref={text}>{children}</span>
}

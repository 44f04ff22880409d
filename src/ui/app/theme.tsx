import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'

import type { ThemeChoice, ThemeStore } from './theme-store.ts'

const Context = createContext<ThemeStore | null>(null)

export const Theme = ({ store, children }: { store: ThemeStore; children: ReactNode }) => (
  <Context value={store}>{children}</Context>
)

export function useTheme(): readonly [ThemeChoice, (choice: ThemeChoice) => void] {
  const store = use(Context)
  if (!store) throw new Error('useTheme needs a Theme above it')
  return [useSyncExternalStore(store.subscribe, store.get), store.choose]
}

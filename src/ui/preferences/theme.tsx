import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'

import { useServices } from '../services/services.tsx'
import type { ThemeChoice, ThemeStore } from './theme-store.ts'

const Context = createContext<ThemeStore | null>(null)

export const Theme = ({ store, children }: { store: ThemeStore; children: ReactNode }) => (
  <Context value={store}>{children}</Context>
)

/** The theme and a function to change it; this browser stores the choice. */
export function useTheme(): readonly [ThemeChoice, (choice: ThemeChoice) => void] {
  const store = use(Context)
  if (!store) throw new Error('useTheme needs a Theme above it')
  const { loadPreferences, savePreferences } = useServices()
  const choose = (choice: ThemeChoice) => {
    store.choose(choice)
    const { theme: _before, ...others } = loadPreferences()
    savePreferences(choice === 'system' ? others : { ...others, theme: choice })
  }
  return [useSyncExternalStore(store.subscribe, store.get), choose]
}

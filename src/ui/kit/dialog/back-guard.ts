import { createContext } from 'react'

/** The browser's Back, blocked while the user is asked. */
export interface HeldBack {
  readonly isHeld: boolean
  goBack(): void
  stay(): void
}

/** A hook: blocks Back as long as the form would lose something. */
export type BackGuard = (wouldLose: () => boolean) => HeldBack

const UNGUARDED: HeldBack = { isHeld: false, goBack: () => undefined, stay: () => undefined }

/** How dialogs block Back; the kit does not know the router, so the application provides it. */
export const BackGuardContext = createContext<BackGuard>(() => UNGUARDED)

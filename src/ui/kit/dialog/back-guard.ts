import { createContext } from 'react'

/** The browser's Back, held while a person is asked. */
export interface HeldBack {
  readonly isHeld: boolean
  goBack(): void
  stay(): void
}

/** A hook: holds Back for as long as the form says that something would be lost. */
export type BackGuard = (wouldLose: () => boolean) => HeldBack

const UNGUARDED: HeldBack = { isHeld: false, goBack: () => undefined, stay: () => undefined }

/** How dialogs hold Back; the kit knows no router, so the application hands it in. */
export const BackGuardContext = createContext<BackGuard>(() => UNGUARDED)

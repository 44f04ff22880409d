import type { Session, SessionState } from './session.ts'

/** For route guards: resolves with the state when it is known whether anybody is signed in, and the session has started. */
export type WaitForSession = () => Promise<SessionState>

const isSettled = ({ status }: SessionState) => status === 'signed-out' || status === 'signed-in'

export const makeWaitForSession =
  ({ session }: { readonly session: Session }): WaitForSession =>
  () =>
    new Promise((resolve) => {
      const unsubscribe = session.subscribe(settle)
      settle()

      function settle() {
        const state = session.get()
        if (!isSettled(state)) return
        unsubscribe()
        resolve(state)
      }
    })

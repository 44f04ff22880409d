import type { Problem } from './connector.ts'

/** What people do with single tables of a mirror that is on. Each call settles when the destination has stored it, and rejects when the mirror ends before. */
export interface MirrorControl {
  /** Its changes wait in the destination from now on. */
  pause(entity: string): Promise<void>
  /** Applies what waits, and follows again; a table that only a copy can help waits for one. @throws ConnectorError the reason why it stays paused */
  resume(entity: string): Promise<void>
  /** The copy that it waits for cannot arrive: its changes are not kept any more, and the others go on. */
  giveUpCopy(entity: string, problem: Problem): Promise<void>
  /** It waits for another copy. */
  copyAgain(entity: string): Promise<void>
}

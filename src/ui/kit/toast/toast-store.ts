import { NOTICE_TIMEOUT_MS, type Notice, type Notifier, noticeKey } from '../../../core/notices/notice.ts'
import { type Observable, Store } from '../../../core/observable.ts'

export interface Toast {
  readonly id: number
  readonly notice: Notice
  /** Milliseconds since 1970. */
  readonly raisedAt: number
}

/** At the start a list is loaded twice, by the session and by its page; the time includes the pauses between retries. */
const ECHO_MS = 3_000

const isEcho = ({ notice, raisedAt }: Toast, again: Notice): boolean =>
  notice.type === 'negative' && JSON.stringify(notice) === JSON.stringify(again) && Date.now() - raisedAt < ECHO_MS

/** The visible notices. A repeated notice replaces the first and restarts its time. */
export class ToastStore implements Notifier, Observable<readonly Toast[]> {
  readonly #store = new Store<readonly Toast[]>([])
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>()
  #nextId = 1

  readonly get = (): readonly Toast[] => this.#store.get()
  readonly subscribe = (listener: () => void) => this.#store.subscribe(listener)

  show(notice: Notice): void {
    const known = this.get().find((toast) => noticeKey(toast.notice) === noticeKey(notice))
    // If two parts of a page fail for the same reason one after the other, one notice is enough.
    if (known && isEcho(known, notice)) {
      this.release(known.id)
      return
    }
    if (known) this.dismiss(known.id)
    const id = this.#nextId++
    this.#store.set([...this.get(), { id, notice, raisedAt: Date.now() }])
    this.release(id)
  }

  readonly dismiss = (id: number): void => {
    this.hold(id)
    this.#store.set(this.get().filter((toast) => toast.id !== id))
  }

  /** Stays while somebody reads it. */
  readonly hold = (id: number): void => {
    clearTimeout(this.#timers.get(id))
    this.#timers.delete(id)
  }

  /** Disappears after its time, but not behind another tab; an ongoing notice stays until it is replaced or closed. */
  readonly release = (id: number): void => {
    this.hold(id)
    const toast = this.get().find((candidate) => candidate.id === id)
    if (!toast || toast.notice.type === 'ongoing') return
    this.#timers.set(
      id,
      setTimeout(() => (document.hidden ? this.release(id) : this.dismiss(id)), NOTICE_TIMEOUT_MS),
    )
  }
}

import { NOTICE_TIMEOUT_MS, type Notice, type Notifier, noticeKey } from '../../../core/notices/notice.ts'
import { type Observable, Store } from '../../../core/observable.ts'

export interface Toast {
  readonly id: number
  readonly notice: Notice
  /** Milliseconds since 1970. */
  readonly raisedAt: number
}

/** At start a list is loaded, and by the page that shows it: with what a client waits between its tries. */
const ECHO_MS = 3_000

const isEcho = ({ notice, raisedAt }: Toast, again: Notice): boolean =>
  notice.type === 'negative' && JSON.stringify(notice) === JSON.stringify(again) && Date.now() - raisedAt < ECHO_MS

/** What is showing now. The same notice again replaces the first and restarts its time. */
export class ToastStore implements Notifier, Observable<readonly Toast[]> {
  readonly #store = new Store<readonly Toast[]>([])
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>()
  #nextId = 1

  readonly get = (): readonly Toast[] => this.#store.get()
  readonly subscribe = (listener: () => void) => this.#store.subscribe(listener)

  show(notice: Notice): void {
    const known = this.get().find((toast) => noticeKey(toast.notice) === noticeKey(notice))
    // Two parts of a page that fail for one reason, one after the other, say so once.
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

  /** Stays for as long as somebody reads it. */
  readonly hold = (id: number): void => {
    clearTimeout(this.#timers.get(id))
    this.#timers.delete(id)
  }

  /** Leaves when its time is over; what is ongoing stays until it is replaced or dismissed. */
  readonly release = (id: number): void => {
    this.hold(id)
    const toast = this.get().find((candidate) => candidate.id === id)
    if (!toast || toast.notice.type === 'ongoing') return
    this.#timers.set(
      id,
      setTimeout(() => this.dismiss(id), NOTICE_TIMEOUT_MS),
    )
  }
}

import type { GoogleOutcome } from '../../routing/search.ts'

/** How the window that comes back from Google and the page that opened it talk: Google cuts every other tie between them. */
const NAME = 'millrace-google-consent'

type Message = { readonly outcome: GoogleOutcome } | { readonly isHeard: true }

type Unsubscribe = () => void

/** Tells the page that waits; `onHeard` when there is one, and the window has done its work. */
export function tellOutcome(outcome: GoogleOutcome, onHeard: () => void): Unsubscribe {
  const channel = new BroadcastChannel(NAME)
  channel.onmessage = ({ data }: MessageEvent<Message>) => 'isHeard' in data && onHeard()
  channel.postMessage({ outcome } satisfies Message)
  return () => channel.close()
}

/** Waits for what became of the consent. */
export function hearOutcome(onOutcome: (outcome: GoogleOutcome) => void): Unsubscribe {
  const channel = new BroadcastChannel(NAME)
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (!('outcome' in data)) return
    channel.postMessage({ isHeard: true } satisfies Message)
    onOutcome(data.outcome)
  }
  return () => channel.close()
}

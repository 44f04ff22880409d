import type { GoogleOutcome } from '../../routing/search.ts'

/** The communication between the window that returns from Google and the page that opened it: Google cuts every other connection between them. */
const NAME = 'millrace-google-consent'

type Message = { readonly outcome: GoogleOutcome } | { readonly isHeard: true }

type Unsubscribe = () => void

/** Sends the outcome to the waiting page; `onHeard` is called if there is one, and the window is done. */
export function sendOutcome(outcome: GoogleOutcome, onHeard: () => void): Unsubscribe {
  const channel = new BroadcastChannel(NAME)
  channel.onmessage = ({ data }: MessageEvent<Message>) => 'isHeard' in data && onHeard()
  channel.postMessage({ outcome } satisfies Message)
  return () => channel.close()
}

/** Waits for the outcome of the consent. */
export function receiveOutcome(onOutcome: (outcome: GoogleOutcome) => void): Unsubscribe {
  const channel = new BroadcastChannel(NAME)
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (!('outcome' in data)) return
    channel.postMessage({ isHeard: true } satisfies Message)
    onOutcome(data.outcome)
  }
  return () => channel.close()
}

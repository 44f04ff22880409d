import type { BrowserContext } from '@playwright/test'

/**
 * Google's script that lets a page and a frame in it talk, for a browser without a way to Google: the part that
 * sign-in in a pop-up window uses, on both sides.
 */
export const standInForGoogleScripts = (context: BrowserContext): Promise<unknown> =>
  context.route('https://apis.google.com/js/api.js*', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${script})()` }),
  )

function script(): void {
  type Handler = (data: unknown) => unknown
  type Reply = (answers: unknown[]) => void

  /** Messages to and from one other window; each is answered with what its handler returns. */
  const channel = (other: () => Window | null) => {
    const handlers = new Map<string, Handler>()
    const waiting = new Map<number, Reply>()
    let asked = 0
    addEventListener('message', async ({ source, data }) => {
      if (source !== other() || data?.channel !== 'stand-in') return
      if ('answers' in data) return waiting.get(data.id)?.(data.answers)
      const answer = await handlers.get(data.name)?.(data.data)
      other()?.postMessage({ channel: 'stand-in', id: data.id, answers: [answer] }, '*')
    })
    return {
      register: (name: string, handler: Handler) => void handlers.set(name, handler),
      send: (name: string, data: unknown, reply: Reply) => {
        waiting.set(++asked, reply)
        other()?.postMessage({ channel: 'stand-in', id: asked, name, data }, '*')
      },
      restyle: () => Promise.resolve(),
      ping: () => Promise.resolve(),
    }
  }
  interface Opening {
    readonly where: HTMLElement
    readonly url: string
  }
  const context = {
    getParentIframe: () => channel(() => parent),
    open: ({ where, url }: Opening, onOpen: (iframe: unknown) => Promise<unknown>) => {
      const frame = document.createElement('iframe')
      frame.hidden = true
      frame.src = url
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
      where.append(frame)
      return loaded.then(() => onOpen(channel(() => frame.contentWindow)))
    },
  }
  const load = (_: string, { callback }: { callback: () => void }) => callback()
  const page = window as unknown as Record<string, unknown>
  page['gapi'] = { load, iframes: { Iframe: true, CROSS_ORIGIN_IFRAMES_FILTER: {}, getContext: () => context } }
  // The page names what it wants to have called in the address; our own frame has a fixed name.
  const { src } = document.currentScript as HTMLScriptElement
  const called = page[new URL(src).searchParams.get('onload') ?? 'gapi_onload']
  if (typeof called === 'function') called()
}

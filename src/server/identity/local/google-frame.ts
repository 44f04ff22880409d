import { html, raw } from 'hono/html'

import { page } from './page.ts'

const GOOGLE_SCRIPTS = 'https://apis.google.com'

/**
 * `/emulator/auth/iframe`: the frame from which the Firebase SDK gets the result of a window. It communicates with its page
 * in the way of Google's script, which the SDK expects; only our pages may frame it.
 */
export const googleFrame = (frameAncestors: readonly string[]): Promise<Response> =>
  page({
    language: 'en',
    title: 'Sign-in',
    frameAncestors,
    scriptSource: GOOGLE_SCRIPTS,
    script: `(${listen})()`,
    body: html`${raw('')}`,
  })

const listen = `function () {
  let told
  let around
  addEventListener('message', ({ origin, data }) => {
    if (origin !== location.origin || !data || data.eventType !== 'sendAuthEvent') return
    told = data.authEvent
    if (around) tell()
  })
  function tell() {
    const authEvent = told || { type: 'unknown', error: { code: 'auth/no-auth-event' } }
    around.send('authEvent', { type: 'authEvent', authEvent }, () => undefined, gapi.iframes.CROSS_ORIGIN_IFRAMES_FILTER)
  }
  window.gapi_onload = () =>
    gapi.load('gapi.iframes', {
      callback() {
        around = gapi.iframes.getContext().getParentIframe()
        const answer = () => ({ status: 'ACK', webStorageSupport: true })
        around.register('webStorageSupport', answer, gapi.iframes.CROSS_ORIGIN_IFRAMES_FILTER)
        tell()
      },
    })
  const script = document.createElement('script')
  script.src = '${GOOGLE_SCRIPTS}/js/api.js'
  document.head.append(script)
}`

import { html } from 'hono/html'

import { readText } from '../../http/requests/read-body.ts'
import { consent } from './google-calls.ts'
import { IdentityError } from './identity-error.ts'
import type { IdentityState } from './identity-state.ts'
import { literal, page } from './page.ts'
import { errorSentence, pageWords } from './page-words.ts'

/** `/emulator/auth/handler`: the window that the Firebase SDK opens to sign in with Google. */
export async function googlePage(state: IdentityState, request: Request, address: string): Promise<Response> {
  const words = pageWords(request.headers.get('accept-language'))
  const query = new URL(request.url).searchParams
  const form = request.method === 'POST' ? new URLSearchParams(await readText(request)) : new URLSearchParams()
  const entered = (name: string) => form.get(name) ?? ''
  let error: string | undefined
  if (request.method === 'POST') {
    const given = { email: entered('email'), password: entered('password'), displayName: entered('displayName') }
    try {
      return await agreed(await consent(state, given, address))
    } catch (thrown) {
      if (!(thrown instanceof IdentityError)) throw thrown
      error = errorSentence(words, thrown.message)
    }
  }

  const { google, standIn, email, displayName, password, passwordHint, signIn } = words
  return page({
    language: words.language,
    title: google,
    status: error === undefined ? 200 : 400,
    body: html`<main>
      <h1>${google}</h1>
      <p class="note">${standIn}</p>
      ${error === undefined ? '' : html`<p class="error" role="alert">${error}</p>`}
      <form method="post">
        <label for="email">${email}</label>
        <input id="email" name="email" type="email" autocomplete="username" required value="${entered('email')}" />
        <label for="displayName">${displayName}</label>
        <input id="displayName" name="displayName" maxlength="256" autocomplete="name" value="${entered('displayName')}" />
        <label for="password">${password}</label>
        <input id="password" name="password" type="password" autocomplete="current-password" required />
        <small>${passwordHint}</small><br />
        <button type="submit">${signIn}</button>
      </form>
    </main>`,
  })

  function agreed(code: string): Promise<Response> {
    const event = {
      type: query.get('authType'),
      eventId: query.get('eventId'),
      urlResponse: `${state.origin}/emulator/auth/handler?providerId=google.com&code=${code}`,
      sessionId: 'none',
      postBody: null,
      tenantId: null,
      error: null,
    }
    const { language, google: title, close, notWaiting } = words
    const script = `(${relay})(${literal(event)}, ${literal(query.get('apiKey'))}, ${literal(query.get('appName'))}, ${literal(notWaiting)})`
    return page({ language, title, script, body: html`<main><p id="end">${close}</p></main>` })
  }
}

/** Sends the result to the frame of this service in the page that opened the window, and to no other. */
const relay = `function (authEvent, apiKey, appName, notWaiting) {
  let isTold = false
  const frames = window.opener ? window.opener.frames : []
  for (let index = 0; index < frames.length; index += 1) {
    try {
      const query = new URLSearchParams(frames[index].location.search)
      if (query.get('apiKey') !== apiKey || query.get('appName') !== appName) continue
      frames[index].postMessage({ eventType: 'sendAuthEvent', authEvent }, location.origin)
      isTold = true
    } catch {
      // A frame of another origin.
    }
  }
  if (!isTold) document.getElementById('end').textContent = notWaiting
}`

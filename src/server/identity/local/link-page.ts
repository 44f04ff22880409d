import { html } from 'hono/html'

import { readText } from '../../http/requests/read-body.ts'
import { update } from './account-calls.ts'
import { IdentityError } from './identity-error.ts'
import { SHORTEST_PASSWORD } from './identity-request.ts'
import type { IdentityState } from './identity-state.ts'
import { page } from './page.ts'
import { errorSentence, pageWords } from './page-words.ts'
import { findLink, resetPassword } from './password-calls.ts'

/** `/emulator/action`: the page of a link. It asks for confirmation, because programs open links as well. */
export async function linkPage(state: IdentityState, request: Request): Promise<Response> {
  const words = pageWords(request.headers.get('accept-language'))
  const oobCode = new URL(request.url).searchParams.get('oobCode') ?? undefined
  const { language } = words
  let title = words.titles.PASSWORD_RESET
  let error: string | undefined
  try {
    const { kind, email, newEmail } = findLink(state, oobCode)
    const isReset = kind === 'PASSWORD_RESET'
    title = words.titles[kind]
    if (request.method === 'POST') {
      const newPassword = new URLSearchParams(await readText(request)).get('newPassword') ?? ''
      try {
        await (isReset ? resetPassword(state, { oobCode, newPassword }) : update(state, { oobCode }))
        return page({ language, title, body: html`<main><h1>${title}</h1><p>${words.done}</p></main>` })
      } catch (thrown) {
        if (!(thrown instanceof IdentityError)) throw thrown
        error = errorSentence(words, thrown.message)
      }
    }
    const field = html`<label for="newPassword">${words.newPassword}</label>
      <input id="newPassword" name="newPassword" type="password" autocomplete="new-password" minlength="${SHORTEST_PASSWORD}" required /><br />`
    return page({
      language,
      title,
      status: error === undefined ? 200 : 400,
      body: html`<main>
        <h1>${title}</h1>
        <p>${newEmail ?? email}</p>
        ${error === undefined ? '' : html`<p class="error" role="alert">${error}</p>`}
        <form method="post">${isReset ? field : ''}<button type="submit">${isReset ? words.save : words.confirm}</button></form>
      </main>`,
    })
  } catch (thrown) {
    if (!(thrown instanceof IdentityError)) throw thrown
    const body = html`<main><h1>${title}</h1><p class="error" role="alert">${errorSentence(words, thrown.message)}</p></main>`
    return page({ language, title, body, status: 400 })
  }
}

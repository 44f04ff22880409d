import type { BrowserContext } from '@playwright/test'

interface Wanted {
  readonly email: string
  readonly password: string
  readonly organization: string
}

interface SignedUp {
  readonly localId: string
  readonly idToken: string
  readonly refreshToken: string
  readonly expiresIn: string
}

/** A call of the API as that person; a path is of their organization unless it begins with `/v1/`. */
export type Call = (method: string, path: string, data: object) => Promise<Made>

/** What a call makes has an id, and a run another. */
interface Made {
  readonly id: string
  readonly run_id: string
  /** The link of an invitation. */
  readonly url: string
}

/** A new account with an organization of its own, made by calls, and signed in on every page of the context. */
export async function makeAccount(context: BrowserContext, origin: string, wanted: Wanted): Promise<Call> {
  const { email, password, organization } = wanted
  const { authEmulatorOrigin, firebase } = await (await context.request.get(`${origin}/config.json`)).json()
  const signsUp = `${authEmulatorOrigin}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=${firebase.apiKey}`
  const data = { email, password, returnSecureToken: true }
  const account: SignedUp = await (await context.request.post(signsUp, { data, failOnStatusCode: true })).json()
  const headers = { authorization: `Bearer ${account.idToken}` }
  const send = async (method: string, url: string, body: object) =>
    (await context.request.fetch(`${origin}${url}`, { method, data: body, headers, failOnStatusCode: true })).json()
  const { id } = await send('POST', '/v1/organizations', { name: organization })
  await context.setStorageState({
    cookies: [],
    origins: [sessionOf(account, { origin, email, apiKey: firebase.apiKey })],
  })
  return (method, path, body) => send(method, path.startsWith('/v1/') ? path : `/v1/organizations/${id}${path}`, body)
}

/** As the SDK of Firebase keeps a session, in IndexedDB. */
function sessionOf(
  { localId, idToken, refreshToken, expiresIn }: SignedUp,
  { origin, email, apiKey }: { readonly origin: string; readonly email: string; readonly apiKey: string },
) {
  const appName = '[DEFAULT]'
  const value = {
    uid: localId,
    email,
    emailVerified: false,
    isAnonymous: false,
    providerData: [{ providerId: 'password', uid: email, email }],
    stsTokenManager: { refreshToken, accessToken: idToken, expirationTime: Date.now() + Number(expiresIn) * 1000 },
    apiKey,
    appName,
  }
  const records = [{ value: { fbase_key: `firebase:authUser:${apiKey}:${appName}`, value } }]
  const store = { name: 'firebaseLocalStorage', keyPath: 'fbase_key', autoIncrement: false, indexes: [], records }
  return { origin, localStorage: [], indexedDB: [{ name: 'firebaseLocalStorageDb', version: 1, stores: [store] }] }
}

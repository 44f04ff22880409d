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

/** A new account with an organization of its own, made by calls, and signed in on every page of the context. */
export async function makeAccount(context: BrowserContext, origin: string, wanted: Wanted): Promise<void> {
  const { email, password, organization } = wanted
  const { authEmulatorOrigin, firebase } = await (await context.request.get(`${origin}/config.json`)).json()
  const signsUp = `${authEmulatorOrigin}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=${firebase.apiKey}`
  const data = { email, password, returnSecureToken: true }
  const account: SignedUp = await (await context.request.post(signsUp, { data, failOnStatusCode: true })).json()
  await context.request.post(`${origin}/v1/organizations`, {
    data: { name: organization },
    headers: { authorization: `Bearer ${account.idToken}` },
    failOnStatusCode: true,
  })
  await context.setStorageState({
    cookies: [],
    origins: [sessionOf(account, { origin, email, apiKey: firebase.apiKey })],
  })
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

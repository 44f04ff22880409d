/** Firebase's own sentences: its bundle contains them only if all of them, 10 kB compressed, are requested. */
const SENTENCES: Readonly<Record<string, string>> = {
  'auth/email-already-in-use': 'The email address is already in use by another account.',
  'auth/invalid-email': 'The email address is badly formatted.',
  'auth/missing-password': 'A non-empty password must be provided',
  'auth/weak-password': 'The password must be 6 characters long or more.',
  'auth/operation-not-allowed':
    'The given sign-in provider is disabled for this Firebase project. Enable it in the Firebase console, under the sign-in method tab of the Auth section.',
  'auth/too-many-requests': 'We have blocked all requests from this device due to unusual activity. Try again later.',
  'auth/user-disabled': 'The user account has been disabled by an administrator.',
  'auth/network-request-failed':
    'A network AuthError (such as timeout, interrupted connection or unreachable host) has occurred.',
  'auth/popup-blocked': 'Unable to establish a connection with the popup. It may have been blocked by the browser.',
  'auth/popup-closed-by-user': 'The popup has been closed by the user before finalizing the operation.',
  'auth/cancelled-popup-request': 'This operation has been cancelled due to another conflicting popup being opened.',
  'auth/requires-recent-login':
    'This operation is sensitive and requires recent authentication. Log in again before retrying this request.',
  'auth/user-mismatch': 'The supplied credentials do not correspond to the previously signed in user.',
  'auth/unauthorized-domain':
    'This domain is not authorized for OAuth operations for your Firebase project. Edit the list of authorized domains from the Firebase console.',
}

/** The provider's text of an error, without the text around it: `Firebase: … (auth/code).` */
export function providerMessage(code: string, message: string): string {
  const [, sentence = ''] = /^Firebase: (.*?) ?\(auth\/[^)]*\)\.?$/.exec(message) ?? []
  return sentence !== '' && sentence !== 'Error' ? sentence : (SENTENCES[code] ?? '')
}

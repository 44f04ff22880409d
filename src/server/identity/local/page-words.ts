import { spokenOf } from '../../../core/catalog/languages.ts'
import type { LinkKind } from './identity-state.ts'

interface PageWords {
  readonly language: string
  readonly google: string
  readonly standIn: string
  readonly email: string
  readonly displayName: string
  readonly password: string
  readonly passwordHint: string
  readonly newPassword: string
  readonly signIn: string
  readonly titles: Readonly<Record<LinkKind, string>>
  readonly confirm: string
  readonly save: string
  readonly done: string
  readonly close: string
  readonly notWaiting: string
  /** By error code. */
  readonly errors: Readonly<Record<string, string>>
  readonly otherError: string
}

const ENGLISH: PageWords = {
  language: 'en',
  google: 'Continue with Google',
  standIn: 'This Millrace keeps its accounts on this machine, so this page stands in for Google’s.',
  email: 'Email',
  displayName: 'Your name',
  password: 'Password',
  passwordHint: 'The one of your account here; for a new account, choose one of at least 8 characters.',
  newPassword: 'New password',
  signIn: 'Sign in',
  titles: {
    PASSWORD_RESET: 'Set a new password',
    VERIFY_EMAIL: 'Confirm your email address',
    VERIFY_AND_CHANGE_EMAIL: 'Confirm your new email address',
  },
  confirm: 'Confirm',
  save: 'Save password',
  done: 'Done. Go back to Millrace.',
  close: 'You can close this window.',
  notWaiting: 'The page that opened this window is gone. Close the window and try again.',
  errors: {
    INVALID_LOGIN_CREDENTIALS: 'Invalid email or password',
    INVALID_EMAIL: 'Enter an email address.',
    MISSING_EMAIL: 'Enter an email address.',
    MISSING_PASSWORD: 'Enter a password.',
    WEAK_PASSWORD: 'Enter a password of at least 8 characters that is not one of the most common ones.',
    PASSWORD_DOES_NOT_MEET_REQUIREMENTS: 'Enter a password of at most 4096 characters.',
    PASSWORD_NOT_SET: 'This account has no password here yet. A link to set one is in Millrace’s log.',
    TOO_MANY_ATTEMPTS_TRY_LATER: 'Too many attempts. Try again in a few minutes.',
    USER_DISABLED: 'This account is disabled.',
    EMAIL_EXISTS: 'Another account has this address.',
    INVALID_OOB_CODE: 'This link has expired, or was used already. Ask for a new one.',
    MISSING_OOB_CODE: 'This link is not complete. Copy all of it.',
  },
  otherError: 'Something went wrong. Try again.',
}

const GERMAN: PageWords = {
  language: 'de',
  google: 'Weiter mit Google',
  standIn: 'Dieses Millrace hält seine Konten auf diesem Rechner, darum steht diese Seite für die von Google.',
  email: 'E-Mail',
  displayName: 'Eigener Name',
  password: 'Passwort',
  passwordHint: 'Das des Kontos hier; für ein neues Konto eines mit mindestens 8 Zeichen wählen.',
  newPassword: 'Neues Passwort',
  signIn: 'Anmelden',
  titles: {
    PASSWORD_RESET: 'Neues Passwort setzen',
    VERIFY_EMAIL: 'E-Mail-Adresse bestätigen',
    VERIFY_AND_CHANGE_EMAIL: 'Neue E-Mail-Adresse bestätigen',
  },
  confirm: 'Bestätigen',
  save: 'Passwort speichern',
  done: 'Fertig. Zurück zu Millrace.',
  close: 'Dieses Fenster kann geschlossen werden.',
  notWaiting: 'Die Seite, die dieses Fenster geöffnet hat, ist nicht mehr da. Fenster schließen und neu versuchen.',
  errors: {
    INVALID_LOGIN_CREDENTIALS: 'E-Mail oder Passwort ist falsch',
    INVALID_EMAIL: 'Eine E-Mail-Adresse eingeben.',
    MISSING_EMAIL: 'Eine E-Mail-Adresse eingeben.',
    MISSING_PASSWORD: 'Ein Passwort eingeben.',
    WEAK_PASSWORD: 'Ein Passwort mit mindestens 8 Zeichen eingeben, das keines der häufigsten ist.',
    PASSWORD_DOES_NOT_MEET_REQUIREMENTS: 'Ein Passwort mit höchstens 4096 Zeichen eingeben.',
    PASSWORD_NOT_SET:
      'Dieses Konto hat hier noch kein Passwort. Ein Link, um eines zu setzen, steht im Log von Millrace.',
    TOO_MANY_ATTEMPTS_TRY_LATER: 'Zu viele Versuche. In einigen Minuten erneut versuchen.',
    USER_DISABLED: 'Dieses Konto ist gesperrt.',
    EMAIL_EXISTS: 'Ein anderes Konto hat diese Adresse.',
    INVALID_OOB_CODE: 'Dieser Link ist abgelaufen oder wurde schon benutzt. Einen neuen anfordern.',
    MISSING_OOB_CODE: 'Dieser Link ist nicht vollständig. Den ganzen Link kopieren.',
  },
  otherError: 'Etwas ist schiefgegangen. Erneut versuchen.',
}

/** In the first of the browser's languages that the product supports. */
export function pageWords(acceptLanguage: string | null): PageWords {
  return spokenOf((acceptLanguage ?? '').split(',')) === 'de' ? GERMAN : ENGLISH
}

/** The text for people of an Identity Toolkit error. */
export function errorSentence({ errors, otherError }: PageWords, message: string): string {
  const [code = ''] = message.split(' : ')
  return errors[code] ?? otherError
}

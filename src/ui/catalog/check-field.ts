import type { I18n } from '@lingui/core'
import { t } from '@lingui/core/macro'

import type { MissingCompanion } from '../../core/catalog/connections/companion-fields.ts'
import { type Field, problemWith } from '../../core/catalog/connections/field.ts'
import { fieldLabel } from './field-labels.ts'

export function requiredText(i18n: I18n, field: Field): string {
  const label = i18n._(fieldLabel(field.label))
  return t(i18n)`${label} is required`
}

/** A field that other fields of the form require. */
export function companionText(i18n: I18n, { field, instead }: MissingCompanion): string {
  if (!instead) return requiredText(i18n, field)
  const label = i18n._(fieldLabel(field.label))
  const other = i18n._(fieldLabel(instead.label))
  return t(i18n)`${label} or ${other} is required`
}

/** The message for the user about that value (spec §5), or true: the result for react-hook-form. */
export function checkField(i18n: I18n, field: Field, value: unknown): string | true {
  const problem = problemWith(field, value)
  const label = i18n._(fieldLabel(field.label))
  const options = field.options?.join(', ') ?? ''
  switch (problem) {
    case undefined:
      return true
    case 'required':
      return requiredText(i18n, field)
    case 'not-a-number':
      return t(i18n)`${label} must be a whole number from 1 to 65535`
    case 'not-an-option':
      return t(i18n)`${label} must be one of ${options}`
    case 'not-text':
      return t(i18n)`${label} must be text`
    case 'not-one-line':
      return t(i18n)`${label} must be one line`
    case 'not-a-host':
      return t(i18n)`${label} must be a host name or an address, such as db.example.com`
    case 'not-a-service-account':
      return t(i18n)`${label} must be the JSON key file of a service account`
    case 'not-a-certificate':
      return t(i18n)`${label} must be in PEM form, from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----`
    case 'not-a-private-key':
      return t(i18n)`${label} must be a private key, from -----BEGIN … PRIVATE KEY----- to -----END … PRIVATE KEY-----`
    case 'key-is-encrypted':
      return t(i18n)`${label} must be a private key without a passphrase`
    case 'not-a-host-key':
      return t(i18n)`${label} must be SHA256: and 43 characters, as "ssh-keygen -lf" prints it`
  }
}

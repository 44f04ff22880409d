import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

import type { Sentence } from '../../core/catalog/sentence.ts'

/** The catalog's nouns (spec §5), for translation. */
const FIELD_LABELS = {
  'Access Key ID': msg`Access Key ID`,
  'Secret Access Key': msg`Secret Access Key`,
  Region: msg`Region`,
  'Connection name': msg`Connection name`,
  'API Key': msg`API Key`,
  Host: msg`Host`,
  Port: msg`Port`,
  User: msg`User`,
  Password: msg`Password`,
  'Database name': msg`Database name`,
  'SSL mode': msg`SSL mode`,
  'CA certificate': msg`CA certificate`,
  'Client certificate': msg`Client certificate`,
  'Client key': msg`Client key`,
  'Sessions of a run': msg`Sessions of a run`,
  'SSH host': msg`SSH host`,
  'SSH port': msg`SSH port`,
  'SSH user': msg`SSH user`,
  'SSH password': msg`SSH password`,
  'SSH private key': msg`SSH private key`,
  'SSH key passphrase': msg`SSH key passphrase`,
  'SSH host key': msg`SSH host key`,
  'Service Account Key': msg`Service Account Key`,
  'Spreadsheet ID': msg`Spreadsheet ID`,
  'To Email': msg`To Email`,
  'From Email': msg`From Email`,
  Subject: msg`Subject`,
  'Message body': msg`Message body`,
  'Project ID': msg`Project ID`,
  'Dataset ID': msg`Dataset ID`,
  'GCS Staging Bucket': msg`GCS Staging Bucket`,
  'Gigabytes of a query': msg`Gigabytes of a query`,
} satisfies Record<string, MessageDescriptor>

const isKnown = (label: string): label is keyof typeof FIELD_LABELS => Object.hasOwn(FIELD_LABELS, label)

export const fieldLabel = ({ template }: Sentence): MessageDescriptor =>
  isKnown(template) ? FIELD_LABELS[template] : { id: template, message: template }

import { expect, it } from 'vitest'

import type { CopiedText, FlowAct } from '../../src/core/mends/mend.ts'
import { COMMON_CAUSES, type CommonCause } from '../support/common-causes.ts'

/** What the button does, for the page; a kind that is new does not compile without its words here. */
const FLOW: Readonly<Record<FlowAct, string>> = {
  'take-columns': 'the target follows its source from now on',
  'ignore-columns': 'new columns are left out from now on',
  'leave-out': 'the column is left out, wherever the flow names it',
  'replace-column': 'the column with the likely new name takes its place',
  'replace-table': 'the table with the likely new name takes its place',
  'drop-table': 'the table is no longer moved',
  'reject-rows': 'such rows are set aside, and the others arrive',
  'warn-only': 'the check only warns',
  'raise-vanished': 'the limit is raised to the next ten percent',
  'raise-budget': 'the flow’s budget is doubled, or raised to what the run needs',
  'read-empty-cursor': 'such rows are read every time',
  'skip-empty-cursor': 'such rows are left out',
  'drop-cursor': 'all rows are read every time',
  'base-types': 'base types take the place of the database’s own types',
  'read-zero-dates': 'such dates are read as NULL',
  'change-mode': 'another mode',
}
const COPY: Readonly<Record<CopiedText, string>> = {
  grant: 'the GRANT',
  owner: 'the change of the owner',
  'access-rule': 'the line of pg_hba.conf',
  'create-database': 'CREATE DATABASE',
  'create-schema': 'CREATE SCHEMA',
  'unique-index': 'the unique index',
  'allow-null': 'the change that allows NULL',
  'renew-password': 'the statement for a new password',
  'unlock-account': 'the statement that unlocks the account',
  'find-holder': 'the query for who holds it',
  'list-sessions': 'the query for who is connected',
  'packet-size': 'the larger packet size',
  forwarding: 'the setting of the SSH server',
  'share-address': 'the address to share with',
  'iam-policy': 'the IAM policy',
  'cloud-roles': 'the commands for the roles',
  'cloud-objects': 'the commands that create it',
  'enable-api': 'the command that enables the API',
}
const OTHERS: Readonly<Record<string, string>> = {
  target: '**target**: columns are added or widened, after the statement was shown',
  again: '**target**: the table gets another name, after the statement was shown, and the next run creates it again',
  position: '**position**: the table is read from the beginning',
  'run-again': '**run again**',
}

function offered(name: string): string {
  const [kind, what = ''] = name.split(' ')
  if (kind === 'flow') return `**flow**: ${FLOW[what as FlowAct]}`
  return kind === 'copy' ? `**text**: ${COPY[what as CopiedText]}` : (OTHERS[name] ?? '')
}

const line = ({ cause, mends, otherwise = '' }: CommonCause) =>
  `| ${cause} | ${mends.map(offered).join('; ') || '–'} | ${otherwise} |`

const PAGE = `# When a run fails

Beside each failure on the page of a run, and beside each table that failed, there is a button for what removes the cause, if one act can remove it. A click
shows what it will do; the next click does it, and then the flow can be run again at once. There are these kinds:

- **flow** – a new version of the flow, shown as a difference first. The list of versions can take it back. It needs the role *Editor*; nobody’s newer version is overwritten.
- **target** – the table at the destination gets columns that it lacks, or wider types (PostgreSQL, MySQL, MariaDB, BigQuery). The exact statement is shown, and only this one is executed: if the table has changed
  meanwhile, nothing happens. A column is never narrowed. It needs the role *Editor*, and stands in the audit log. BigQuery allows less: new columns, whole numbers that become NUMERIC or
  BIGNUMERIC and NUMERIC that becomes BIGNUMERIC, and required columns that become optional; FLOAT64 is never offered, because it cannot hold every number.
  A table that no such change makes fit gets another name, with all its rows, and the next run creates it again. Its indexes, rights, views and foreign keys stay with the old table.
- **text** – for somebody who may change the other system, with the names of this error filled in. Millrace changes nothing. If a name is not known, there is no button.
- **position** – how far a table was read is forgotten.
- **run again** – nothing has to be changed.

Where none exists the last column says what there is instead. Nothing is offered any more once the flow has succeeded again.

| cause | what is offered | otherwise |
|---|---|---|
${COMMON_CAUSES.map(line).join('\n')}

Some causes do not occur. Millrace reads no log of a database, so no log can be gone. It has no time limit for a run that could be raised. Rejected rows do not fail a run, however many there are.

The editor shows the same texts and links where the source of a flow cannot be read.

Beside each failure the page shows **what has changed since the last good run**: columns of the source and the target, the version of the flow, and settings of its connections. It also shows new credentials (by whom, and when), and the versions of Millrace and of both database servers. Runs of version 0.1.0 have not recorded the columns of their targets, nor the versions.
`

it('docs/mends.md is made from the table of causes; `vitest -u` writes it', async () => {
  await expect(PAGE).toMatchFileSnapshot('../../docs/mends.md')
})

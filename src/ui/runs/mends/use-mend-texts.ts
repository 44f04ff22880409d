import { useLingui } from '@lingui/react/macro'

import type { CopiedText, FlowMend, Mend } from '../../../core/mends/mend.ts'

export interface MendTexts {
  /** Names the act. */
  readonly label: string
  /** What it will do, before it does it. */
  readonly effect: string
}

/** What a mend is called, and what it does. */
export function useMendTexts(): (mend: Mend) => MendTexts {
  const { t } = useLingui()
  const flowTexts = useFlowTexts()
  const copyTexts = useCopyTexts()
  return (mend) => {
    switch (mend.kind) {
      case 'flow':
        return flowTexts(mend)
      case 'copy':
        return copyTexts(mend.what)
      case 'target': {
        const [narrow] = mend.narrow
        const [missing = ''] = mend.missing
        const isOne = mend.narrow.length + mend.missing.length === 1
        return {
          label: !isOne
            ? mend.missing.length > 0
              ? t`Change the table at the destination`
              : t`Widen the target’s columns`
            : narrow
              ? t`Widen “${narrow.name}” to ${narrow.type}`
              : t`Add “${missing}” to the target`,
          effect: t`Millrace executes this statement at the destination, with the account of the connection. Columns are only added or made wider; no value is lost. The table may be rewritten; readers wait meanwhile.`,
        }
      }
      case 'position':
        return {
          label: t`Read from the beginning`,
          effect: t`Millrace forgets how far “${mend.entity}” was read. The next run reads all of it.`,
        }
      case 'run-again':
        return { label: t`Run again`, effect: '' }
    }
  }
}

/** What each act on the flow does. */
function useFlowTexts(): (mend: FlowMend) => MendTexts {
  const shape = useShapeTexts()
  const rows = useRowTexts()
  return (mend) => {
    const texts: Readonly<Record<FlowMend['act'], () => MendTexts>> = { ...shape(mend), ...rows(mend) }
    return texts[mend.act]()
  }
}

type RowAct = Extract<
  FlowMend['act'],
  | 'reject-rows'
  | 'warn-only'
  | 'raise-vanished'
  | 'raise-budget'
  | 'read-empty-cursor'
  | 'skip-empty-cursor'
  | 'drop-cursor'
  | 'base-types'
  | 'read-zero-dates'
  | 'change-mode'
>

/** Acts that change which tables and columns move. */
function useShapeTexts(): (mend: FlowMend) => Readonly<Record<Exclude<FlowMend['act'], RowAct>, () => MendTexts>> {
  const { t } = useLingui()
  const otherColumn = useOtherColumnText()
  return ({ names, keeps, followed }) => {
    const [first = '', second = ''] = names
    const all = names.join(', ')
    return {
      'take-columns': () => ({
        label: names.length > 0 ? t`Take the new columns: ${all}` : t`Follow the changes`,
        effect: t`From now on the target follows its source: it gets new columns, and wider types where they lose nothing. Such changes no longer stop the run.`,
      }),
      'ignore-columns': () => ({
        label: t`Leave new columns out`,
        effect: t`New columns of the source are left out from now on, and the run notes them. The other columns arrive.`,
      }),
      'leave-out': () => ({
        label: t`Leave out “${all}”`,
        effect: t`The flow no longer moves “${all}”, and nothing in it names the column any more. What has arrived stays.`,
      }),
      'replace-column': () => ({
        label: t`Use “${second}” instead of “${first}”`,
        effect: otherColumn({ first, second, keeps, followed }),
      }),
      'replace-table': () => ({
        label: t`Use “${second}” instead of “${first}”`,
        effect:
          keeps === undefined
            ? t`“${second}” takes the place of “${first}” wherever the flow names it. It is probably the new name of the same table.`
            : t`“${second}” takes the place of “${first}” wherever the flow names it. It is probably the new name of the same table. Its rows still arrive in “${keeps}”.`,
      }),
      'drop-table': () => ({
        label: t`Stop moving “${first}”`,
        effect: t`The flow no longer moves “${first}”, and steps that work only on it are removed. What has arrived stays.`,
      }),
    }
  }
}

/** Acts that change which rows move, and how. */
function useRowTexts(): (mend: FlowMend) => Readonly<Record<RowAct, () => MendTexts>> {
  const { t } = useLingui()
  return ({ names: [first = ''] }) => ({
    'reject-rows': () => ({
      label: t`Set such rows aside`,
      effect: t`Rows that the destination cannot store are kept in Millrace and counted, and all others arrive. You can correct them and send them later.`,
    }),
    'warn-only': () => ({
      label: t`Only warn from now on`,
      effect: t`If rows do not pass these checks, the run says so, and the rows arrive all the same.`,
    }),
    'raise-vanished': () => ({
      label: t`Accept up to ${first} %`,
      effect: t`From now on the run stops only if more than ${first} % of the target’s rows are gone at the source. Up to that share they are removed or marked without a question.`,
    }),
    'raise-budget': () => ({
      label: t`Raise the flow’s budget`,
      effect: t`The limit for a calendar month becomes twice as high, or as high as this run needs if that is more. The budget of the organization stays as it is.`,
    }),
    'read-empty-cursor': () => ({
      label: t`Read such rows every time`,
      effect: t`Rows without a value in the cursor are read in every run.`,
    }),
    'skip-empty-cursor': () => ({
      label: t`Leave such rows out`,
      effect: t`Rows without a value in the cursor do not arrive until they have one.`,
    }),
    'drop-cursor': () => ({
      label: t`Read all rows every time`,
      effect: t`The table has no cursor any more: each run reads all of its rows.`,
    }),
    'base-types': () => ({
      label: t`Use base types`,
      effect: t`Types that the source database defines itself are not created in the destination: its columns get the base type that stores the same values.`,
    }),
    'read-zero-dates': () => ({
      label: t`Read such dates as NULL`,
      effect: t`Dates such as 0000-00-00, which only MySQL has, arrive as NULL.`,
    }),
    'change-mode': () => ({
      label: t`Use the mode “${first}”`,
      effect: t`The rows are written in another way: “append” adds them to the existing ones, “upsert” replaces rows with the same key, “replace” replaces all.`,
    }),
  })
}

interface OtherColumn {
  readonly first: string
  readonly second: string
  readonly keeps: FlowMend['keeps'] | undefined
  readonly followed: FlowMend['followed'] | undefined
}

/** What it means that a column takes the place of another. */
function useOtherColumnText(): (of: OtherColumn) => string {
  const { t } = useLingui()
  return ({ first, second, keeps, followed }) => {
    if (keeps === undefined)
      return t`“${second}” takes the place of “${first}” wherever the flow names it. It is probably the new name of the same column.`
    if (!followed)
      return t`“${second}” is read in place of “${first}”. It is probably the new name of the same column. The destination’s column is still called “${keeps}”: a first step gives it that name. Without the step, the destination would get a second column.`
    const again = t`From the next run on, the values of “${second}” arrive in “${keeps}” of the destination again: a first step gives the column that name.`
    const stays = followed.drops
      ? t`Its column “${second}” goes.`
      : followed.mode === 'replace'
        ? t`Its column “${second}” stays, without values.`
        : t`Its column “${second}” stays, with what has arrived there.`
    const gap = t`Rows that have arrived since the rename, and are not read again, have no value in “${keeps}”.`
    return followed.isPart ? `${again} ${stays} ${gap}` : `${again} ${stays}`
  }
}

/** Who needs the text, and for what. */
function useCopyTexts(): (what: CopiedText) => MendTexts {
  const { t } = useLingui()
  const asAdministrator = () =>
    t`Give it to whoever administers the server: it has to be executed there with the rights of an administrator. Millrace changes nothing.`
  return (what) => {
    const texts: Readonly<Record<CopiedText, () => MendTexts>> = {
      grant: () => ({ label: t`Copy the GRANT`, effect: asAdministrator() }),
      owner: () => ({ label: t`Copy the change of the owner`, effect: asAdministrator() }),
      'access-rule': () => ({ label: t`Copy the line for pg_hba.conf`, effect: asAdministrator() }),
      'create-database': () => ({ label: t`Copy CREATE DATABASE`, effect: asAdministrator() }),
      'create-schema': () => ({ label: t`Copy CREATE SCHEMA`, effect: asAdministrator() }),
      'unique-index': () => ({ label: t`Copy the unique index`, effect: asAdministrator() }),
      'allow-null': () => ({ label: t`Copy the change that allows NULL`, effect: asAdministrator() }),
      'renew-password': () => ({ label: t`Copy the new password statement`, effect: asAdministrator() }),
      'unlock-account': () => ({ label: t`Copy the statement that unlocks the account`, effect: asAdministrator() }),
      'find-holder': () => ({
        label: t`Copy the query for who holds it`,
        effect: t`It shows who holds the table, and since when. Millrace changes nothing.`,
      }),
      'list-sessions': () => ({
        label: t`Copy the query for who is connected`,
        effect: t`It shows who has how many connections. Millrace changes nothing.`,
      }),
      'packet-size': () => ({ label: t`Copy the larger packet size`, effect: asAdministrator() }),
      forwarding: () => ({ label: t`Copy the setting of the SSH server`, effect: asAdministrator() }),
      'share-address': () => ({
        label: t`Copy the address to share with`,
        effect: t`Share the spreadsheet with this account: as a viewer to read from it, as an editor to write to it.`,
      }),
      'iam-policy': () => ({
        label: t`Copy the IAM policy`,
        effect: t`Attach this policy to the user of the access key in the AWS console. It allows to read costs, and nothing else.`,
      }),
      'cloud-roles': () => ({
        label: t`Copy the commands for the roles`,
        effect: t`Whoever administers the Google Cloud project executes these commands. They give the service account the roles that this connection needs, and no others.`,
      }),
      'cloud-objects': () => ({
        label: t`Copy the commands that create it`,
        effect: t`Whoever administers the Google Cloud project executes these commands. The first creates what is missing; the dataset and the bucket must be in the same location. The others let the service account use it.`,
      }),
      'enable-api': () => ({
        label: t`Copy the command that enables the API`,
        effect: t`The operator of this server executes it in the project of GOOGLE_CLIENT_ID.`,
      }),
    }
    return texts[what]()
  }
}
